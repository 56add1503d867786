import { type Actor, actingUserId, isAdmin } from '../kernel/company/actor'

interface Shared {
  userId: number | null
  geral: boolean
  visao: boolean
}

const isOwnQuickMessage = (actor: Actor, { userId }: Pick<Shared, 'userId'>) =>
  userId !== null && actingUserId(actor) === userId

export function canSeeQuickMessage(actor: Actor, message: Shared) {
  return message.visao || message.geral || isOwnQuickMessage(actor, message)
}

export function canChangeQuickMessage(actor: Actor, message: Shared) {
  return message.geral || canOwnQuickMessage(actor, message)
}

/** Returns whether the user may delete a quick reply and decide who sees it. */
export function canOwnQuickMessage(actor: Actor, message: Pick<Shared, 'userId'>) {
  return isAdmin(actor) || isOwnQuickMessage(actor, message)
}
