import { type Actor, isAdmin } from '../kernel/company/actor'

/** Admins, and users with that permission. */
export function canManageConnections(actor: Actor) {
  return isAdmin(actor) || (actor.kind === 'user' && actor.allowConnections)
}
