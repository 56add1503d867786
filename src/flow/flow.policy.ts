import { type Actor, isAdmin } from '../kernel/actor'

export function canEditFlows(actor: Actor) {
  return isAdmin(actor)
}
