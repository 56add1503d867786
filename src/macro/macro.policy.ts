import { type Actor, actingUserId, isAdmin } from '../kernel/company/actor'

interface Owned {
  userId: number | null
  shared: boolean
}

const isOwn = (actor: Actor, { userId }: Pick<Owned, 'userId'>) => userId !== null && actingUserId(actor) === userId

export function canUseMacro(actor: Actor, macro: Owned) {
  return macro.shared || isOwn(actor, macro)
}

/** Whether the actor may change a macro that they may use. */
export function canChangeMacro(actor: Actor, macro: Pick<Owned, 'userId'>) {
  return isAdmin(actor) || isOwn(actor, macro)
}
