import { type Actor, isAdmin } from '../kernel/company/actor'

export function canEditFlows(actor: Actor) {
  return isAdmin(actor)
}
