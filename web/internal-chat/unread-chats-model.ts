import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ChatView } from '../../src/internal-chat/internal-chat.calls'
import { startLater } from '../live/start-later'
import type { UnreadChatsParts } from './unread-chats-parts'

/** What the frame shows of the internal chats. */
export interface UnreadChatsModel {
  /** Unread messages over all chats of the person. */
  readonly unread: ReadonlySignal<number>
  /** The chats last written in, the newest first; undefined until they were read. */
  readonly chats: ReadonlySignal<readonly ChatView[] | undefined>
  /** Reads the first state and follows the live events; returns what ends it. Runs in the browser only. */
  start(): () => void
}

export function createUnreadChats(parts: UnreadChatsParts): UnreadChatsModel {
  const unread = signal(0)
  const chats = signal<readonly ChatView[] | undefined>(undefined)
  return {
    unread,
    chats,
    start() {
      if (!parts.session.user.peek()?.plan.useInternalChat) return () => {}
      return startLater(async () => {
        const { followUnreadChats } = await import('./follow-unread-chats')
        return followUnreadChats({ ...parts, unread, chats })
      })
    },
  }
}
