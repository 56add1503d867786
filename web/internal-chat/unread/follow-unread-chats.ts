import { batch, type Signal } from '@preact/signals-react'
import type { ChatMessageView, ChatView } from '../../../src/internal-chat/internal-chat.calls'
import { announce } from '../../notification/announce'
import { links } from '../../app/links'
import { plainText } from '../../message/bubble/format-text'
import { onReconnect } from '../../live/on-reconnect'
import { createTouchLog } from '../../live/touch-log'
import { compareChats, followChats, unreadsOf } from '../chat-events'
import type { ApiClient } from '../../api/api-client'
import type { AppearanceModel } from '../../app/appearance-model'
import type { LiveSocketClient } from '../../live/live-socket-client'
import type { NavigationModel } from '../../page/navigation-model'
import type { SessionModel } from '../../session/session-model'

interface UnreadChatsState extends UnreadChatsParts {
  unread: Signal<number>
  chats: Signal<readonly ChatView[] | undefined>
}

/** As many as the panel shows; the server counts the rest. */
const keptMax = 20
const readDelayMs = 300

/** Loads the unread count and follows live events; returns a function that stops it. */
export function followUnreadChats(state: UnreadChatsState): () => void {
  const { api, live, session, unread, chats } = state
  const me = session.user.peek()
  if (!me) return () => {}
  const touches = createTouchLog<'chats'>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read() {
    try {
      const { answer: page, isNewest } = await touches.ask(() => api.get('/chats'))
      const isCertain = isNewest('chats')
      // Live events since are newer, so it is loaded again after a pause.
      if (!isCertain) readSoon()
      if (!isCertain && chats.peek()) return
      batch(() => {
        chats.value = page.records
        unread.value = page.unreads
      })
    } catch {
      // The button keeps its count; the next event or reconnect reloads it.
    }
  }

  /** Changes of known chats are counted here; for others only the server knows the previous count. */
  function take(chat: ChatView, { created }: { created: boolean }) {
    touches.touch('chats')
    const isKnown = chats.peek()?.some(({ id }) => id === chat.id)
    if (isKnown || created) countChat(state, chat, me?.id ?? 0)
    else readSoon()
  }

  function readSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void read(), readDelayMs)
  }

  void read()
  const stops = [
    onReconnect(live, () => void read()),
    followChats(live, me, {
      onChat: take,
      onRemoved() {
        touches.touch('chats')
        readSoon()
      },
      onMessage(message, chat) {
        if (message.senderId === me.id || isLookedAt(state, chat)) return
        announceArrival(state, { message, chat, me })
      },
    }),
    () => clearTimeout(timer),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function countChat({ unread, chats }: UnreadChatsState, chat: ChatView, userId: number) {
  const kept = chats.peek() ?? []
  const known = kept.find(({ id }) => id === chat.id)
  const before = known ? unreadsOf(known, userId) : 0
  batch(() => {
    unread.value = Math.max(0, unread.peek() + unreadsOf(chat, userId) - before)
    chats.value = [chat, ...kept.filter((one) => one !== known)].sort(compareChats).slice(0, keptMax)
  })
}

function isLookedAt({ navigation }: UnreadChatsState, { uuid }: ChatView) {
  return navigation.shown.peek().path === links.chat(uuid) && document.hasFocus()
}

interface Arrival {
  message: ChatMessageView
  chat: ChatView
  me: { id: number; companyId: number }
}

/** In a chat of two the title is the sender; in a group it names both. */
function announceArrival(state: UnreadChatsState, { message, chat, me }: Arrival) {
  const { id, senderId, sender, message: text, mediaName } = message
  const author = chat.users.find(({ userId }) => userId === senderId)?.user
  const name = sender?.name ?? chat.title
  announce(state, {
    item: { key: `announced-chat-messages-${me.companyId}`, id },
    title: chat.users.length > 2 ? `${name} · ${chat.title}` : name,
    body: plainText(text).slice(0, 120) || (mediaName ?? ''),
    icon: author?.profileImage ?? '',
    tag: `chat-${chat.id}`,
    href: links.chat(chat.uuid),
  })
}

export interface UnreadChatsParts {
  api: ApiClient
  live: LiveSocketClient
  session: SessionModel
  navigation: NavigationModel
  appearance: AppearanceModel
}
