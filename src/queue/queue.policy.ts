import { type Actor, isAdmin } from '../kernel/actor'

export function canManageQueues(actor: Actor) {
  return isAdmin(actor)
}
