import { type Actor, isAdmin } from '../kernel/actor'

/** Everybody reads queues, to transfer and filter; admins change them. */
export function canManageQueues(actor: Actor) {
  return isAdmin(actor)
}
