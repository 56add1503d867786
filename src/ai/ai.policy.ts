import { type Actor, isAdmin } from '../kernel/company/actor'

export function canManageAi(actor: Actor) {
  return isAdmin(actor)
}
