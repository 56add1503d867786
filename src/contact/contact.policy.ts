import { type Actor, isAdmin } from '../kernel/actor'

/** contacts-page:deleteContact. What is not named here is open to everybody of the company. */
export function canDeleteContact(actor: Actor) {
  return isAdmin(actor)
}

/** Making one contact of two moves whole conversations; so does undoing it. */
export function canMergeContacts(actor: Actor) {
  return isAdmin(actor)
}

/** Whose client a contact is decides who gets its conversations. */
export function canChangeWallet(actor: Actor) {
  return isAdmin(actor)
}
