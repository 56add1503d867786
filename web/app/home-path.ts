import type { SessionUser } from '../../src/user/session.contract'
import { links } from './links'
import { screens } from '../screens'

/** Where somebody who has signed in begins: at the figures, whoever may see them, else at their conversations. */
export function homePath(user: SessionUser) {
  return screens.dashboard.access(user) === 'allowed' ? links.dashboard() : links.tickets()
}
