import { type Actor, isAdmin } from '../kernel/actor'

/** Contact lists hold the numbers of many people and are what campaigns are sent to. */
export function canManageContactLists(actor: Actor) {
  return isAdmin(actor)
}
