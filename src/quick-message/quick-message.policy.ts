import { type Actor, actingUserId, isAdmin } from '../kernel/company/actor'

interface Shared {
  userId: number | null
  geral: boolean
}

/** Whether the actor may change a quick message that they see; everybody creates their own. */
export function canChangeQuickMessage(actor: Actor, message?: Shared) {
  return !message || message.geral || canOwnQuickMessage(actor, message)
}

/** Returns whether the user may delete a quick reply and decide who sees it. */
export function canOwnQuickMessage(actor: Actor, { userId }: Pick<Shared, 'userId'>) {
  return isAdmin(actor) || (userId !== null && actingUserId(actor) === userId)
}
