import { type Actor, isAdmin } from '../kernel/actor'

/** Whole lists; a single contact is added by everybody. */
export function canImportContacts(actor: Actor) {
  return isAdmin(actor)
}
