import type { SessionUser } from '../../src/user/session.calls'
import { links } from './links'
import { dashboardReaders } from './screen-access'

/** Where somebody who has signed in begins: at the figures, whoever may see them, else at their conversations. */
export function homePath(user: SessionUser) {
  return dashboardReaders(user) === 'allowed' ? links.dashboard() : links.tickets()
}
