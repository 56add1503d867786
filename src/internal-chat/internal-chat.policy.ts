import { type Actor, actingUserId } from '../kernel/company/actor'

export function canManageChat(actor: Actor, chat: { ownerId: number }) {
  return actor.kind === 'user' && actor.userId === chat.ownerId
}

/** Users may change their own messages without a time limit, because they never leave the company. */
export function canChangeChatMessage(actor: Actor, message: { senderId: number | null }) {
  return message.senderId !== null && message.senderId === actingUserId(actor)
}
