import { type Actor, isAdmin } from '../kernel/company/actor'

/**
 * contacts-page:deleteContact. Blocking, turning bots or audio messages on or off, another number and removing a required tag are for those who see a conversation of the
 * contact, see `assertReachesContact`; all other actions for everybody.
 */
export function canDeleteContact(actor: Actor) {
  return isAdmin(actor)
}

/** Merging moves whole conversations; so does undoing it. */
export function canMergeContacts(actor: Actor) {
  return isAdmin(actor)
}

/** The wallet decides who gets the contact's conversations. */
export function canChangeWallet(actor: Actor) {
  return isAdmin(actor)
}
