import type { ChatMessageView, ChatView } from '../../src/internal-chat/internal-chat.calls'
import type { LiveSocketClient } from '../live/live-socket-client'

interface ChatListener {
  /** New, renamed, read, with other members, or written in. */
  onChat: (chat: ChatView, created: boolean) => void
  /** Deleted, or one is no member any more. */
  onRemoved: (chatId: number) => void
  onMessage?: (message: ChatMessageView, chat: ChatView) => void
}

/** Tells what befalls the chats of a person; returns what ends it. */
export function followChats(
  live: Pick<LiveSocketClient, 'subscribe'>,
  { id: userId }: { id: number },
  { onChat, onRemoved, onMessage }: ChatListener,
): () => void {
  const stops = [
    live.subscribe('chat', (news) => {
      if (news.action === 'delete') return onRemoved(news.id)
      onChat(news.chat, false)
      if (news.action === 'new-message') onMessage?.(news.newMessage, news.chat)
    }),
    live.subscribe(`chat-user-${userId}`, (news) => {
      if (news.action === 'delete') onRemoved(news.id)
      else onChat(news.record, news.action === 'create')
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The last written in first. */
export function compareChats(a: ChatView, b: ChatView) {
  return b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id
}

export function unreadsOf(chat: ChatView, userId: number) {
  return chat.users.find((member) => member.userId === userId)?.unreads ?? 0
}
