import { type Actor, isAdmin } from '../kernel/company/actor'

export function canManageIntegrations(actor: Actor) {
  return isAdmin(actor)
}
