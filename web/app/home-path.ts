import type { SessionUser } from '../../src/user/session/session.calls'
import { links } from './links'
import { dashboardReaders } from './screen-access'

/** Returns the start page: the dashboard for users who may see it, else the inbox. */
export function homePath(user: SessionUser) {
  return dashboardReaders(user) === 'allowed' ? links.dashboard() : links.tickets()
}
