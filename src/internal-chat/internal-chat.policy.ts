import type { Actor } from '../kernel/actor'

/** Only its owner changes a chat or deletes it; being an admin does not matter. */
export function canManageChat(actor: Actor, chat: { ownerId: number }) {
  return actor.kind === 'user' && actor.userId === chat.ownerId
}
