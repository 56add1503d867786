import { type Actor, isAdmin } from '../kernel/company/actor'

export function canDeleteContact(actor: Actor) {
  return isAdmin(actor)
}

/** Whole conversations move. */
export function canMergeContacts(actor: Actor) {
  return isAdmin(actor)
}

export function canChangeWallet(actor: Actor) {
  return isAdmin(actor)
}
