import { type Actor, isAdmin } from '../kernel/company/actor'

export function canManageQueues(actor: Actor) {
  return isAdmin(actor)
}
