import { type Actor, actingUserId } from '../kernel/actor'

/** Only its owner changes a chat or deletes it; being an admin does not matter. */
export function canManageChat(actor: Actor, chat: { ownerId: number }) {
  return actor.kind === 'user' && actor.userId === chat.ownerId
}

/** One's own words only, for as long as one likes: nobody outside has them. */
export function canChangeChatMessage(actor: Actor, message: { senderId: number | null }) {
  return message.senderId !== null && message.senderId === actingUserId(actor)
}
