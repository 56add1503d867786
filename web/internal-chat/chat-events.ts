import type { ChatMessageView, ChatView } from '../../src/internal-chat/internal-chat.calls'
import type { LiveSocketClient } from '../live/live-socket-client'

interface ChatListener {
  /** Created, renamed, read, with other members, or with a new message. */
  onChat: (chat: ChatView, change: { created: boolean }) => void
  /** Deleted, or the user is no longer a member. */
  onRemoved: (chatId: number) => void
  onMessage?: (message: ChatMessageView, chat: ChatView) => void
}

export function followChats(
  live: Pick<LiveSocketClient, 'subscribe'>,
  { id: userId }: { id: number },
  { onChat, onRemoved, onMessage }: ChatListener,
): () => void {
  const stops = [
    live.subscribe('chat', (event) => {
      if (event.action === 'delete') return onRemoved(event.id)
      onChat(event.chat, { created: false })
      if (event.action === 'new-message') onMessage?.(event.newMessage, event.chat)
    }),
    live.subscribe(`chat-user-${userId}`, (event) => {
      if (event.action === 'delete') onRemoved(event.id)
      else onChat(event.record, { created: event.action === 'create' })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Last message first. */
export function compareChats(a: ChatView, b: ChatView) {
  return b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id
}

export function unreadsOf(chat: ChatView, userId: number) {
  return chat.users.find((member) => member.userId === userId)?.unreads ?? 0
}
