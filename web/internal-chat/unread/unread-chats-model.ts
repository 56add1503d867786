import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { ChatView } from '../../../src/internal-chat/internal-chat.calls'
import { startLater } from '../../live/start-later'
import type { UnreadChatsParts } from './follow-unread-chats'
import { createRequiredContext } from '../../ui/context/ui-context'

export interface UnreadChatsModel {
  readonly unread: ReadonlySignal<number>
  /** The latest chats, newest first; undefined while loading. */
  readonly chats: ReadonlySignal<readonly ChatView[] | undefined>
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

export const [UnreadChatsContext, useUnreadChats] = createRequiredContext<UnreadChatsModel>('<App>')
