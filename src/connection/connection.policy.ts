import { type Actor, isAdmin } from '../kernel/company/actor'

export function canManageConnections(actor: Actor) {
  return isAdmin(actor) || actor.allowConnections
}
