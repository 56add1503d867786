import { type Actor, isAdmin } from '../kernel/company/actor'

export function canDeleteContact(actor: Actor) {
  return isAdmin(actor)
}

/** Whole conversations move. */
export function canMergeContacts(actor: Actor) {
  return isAdmin(actor)
}

/** It decides who gets the conversations. */
export function canChangeWallet(actor: Actor) {
  return isAdmin(actor)
}
