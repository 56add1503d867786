import { type Actor, isAdmin } from '../kernel/company/actor'

/** Integrations, their failures and their tests are for admins. */
export function canManageIntegrations(actor: Actor) {
  return isAdmin(actor)
}
