import { type Actor, isAdmin } from '../kernel/actor'

/** contacts-page:deleteContact. Everything else about contacts is open to everybody of the company. */
export function canDeleteContact(actor: Actor) {
  return isAdmin(actor)
}
