import { type Actor, isAdmin } from '../kernel/actor'

/** All users list flows, to send one to a contact; admins draw them. */
export function canEditFlows(actor: Actor) {
  return isAdmin(actor)
}
