import { type Actor, actingUserId, isAdmin } from '../kernel/company/actor'

/** Whether the actor may change a macro that they may use; everybody creates their own. */
export function canChangeMacro(actor: Actor, macro?: { userId: number | null }) {
  return !macro || isAdmin(actor) || (macro.userId !== null && actingUserId(actor) === macro.userId)
}
