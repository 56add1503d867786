import { type Actor, isAdmin } from '../kernel/company/actor'

/** Contact lists contain many people's numbers and are used by campaigns. */
export function canManageContactLists(actor: Actor) {
  return isAdmin(actor)
}
