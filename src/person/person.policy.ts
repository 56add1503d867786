import { type Actor, isAdmin } from '../kernel/company/actor'

/** Exports or erases everything that is stored of a contact. */
export function canHandlePersonData(actor: Actor, { isGroup }: { isGroup: boolean }) {
  return isAdmin(actor) && !isGroup
}
