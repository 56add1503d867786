import { type Actor, isAdmin } from '../kernel/actor'

/** Admins, and whoever was trusted with the connections. */
export function canManageConnections(actor: Actor) {
  return isAdmin(actor) || (actor.kind === 'user' && actor.allowConnections)
}
