import { links } from './links'
import type { SessionUser } from '../../src/user/session/session.calls'
import { isAdmin } from './screen-access'

export const addresses = {
  home: homePath,
  login: links.login,
  loginFor: links.loginFor,
  expired: links.openFinance,
  setUp: links.setUpTwoFactor,
}

/** Returns the start page: the dashboard for admins; the inbox for agents, also those who may see the dashboard. */
export function homePath(user: SessionUser) {
  return isAdmin(user) ? links.dashboard() : links.tickets()
}
