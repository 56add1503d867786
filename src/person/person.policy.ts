import { type Actor, isAdmin } from '../kernel/company/actor'

export function canHandlePersonData(actor: Actor, { isGroup }: { isGroup: boolean }) {
  return isAdmin(actor) && !isGroup
}
