import { type Actor, isAdmin } from '../kernel/company/actor'

/** Everybody may add single contacts; lists only admins. */
export function canImportContacts(actor: Actor) {
  return isAdmin(actor)
}
