import { type Actor, isAdmin } from '../kernel/actor'

export function canManageAi(actor: Actor) {
  return isAdmin(actor)
}
