import { type Actor, actingUserId, isAdmin } from '../kernel/company/actor'

interface Shared {
  userId: number | null
  geral: boolean
}

export function canChangeQuickMessage(actor: Actor, message?: Shared) {
  return !message || message.geral || canOwnQuickMessage(actor, message)
}

export function canOwnQuickMessage(actor: Actor, { userId }: Pick<Shared, 'userId'>) {
  return isAdmin(actor) || (userId !== null && actingUserId(actor) === userId)
}
