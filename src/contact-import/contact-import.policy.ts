import { type Actor, isAdmin } from '../kernel/company/actor'

/** Single contacts; lists only admins. */
export function canImportContacts(actor: Actor) {
  return isAdmin(actor)
}
