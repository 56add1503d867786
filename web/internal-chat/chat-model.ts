import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { ChatMessageView, ChatView } from '../../src/internal-chat/internal-chat.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { DraftStorage } from '../message/composer/draft-storage'
import { createMessageStore } from '../message/message-store'
import { type ChatEditing, createChatEditing } from './chat-editing'
import { unreadsOf } from './chat-events'
import type { ChatOutbox } from './chat-outbox'
import { fetchChatMessages, type OpenedChat } from './load-chats'

export interface ChatModelParts {
  api: ApiClient
  live: LiveSocketClient
  me: { id: number }
  opened: OpenedChat
  outbox: ChatOutbox
  drafts: DraftStorage
}

/** One open chat: what was written, what is being written, what is on its way. */
export interface ChatModel {
  readonly chat: ReadonlySignal<ChatView>
  /** Oldest first. */
  readonly messages: ReadonlySignal<readonly ChatMessageView[]>
  readonly hasOlder: ReadonlySignal<boolean>
  readonly older: ReadonlySignal<'idle' | 'loading' | 'failed'>
  /** Came while the reader was further up. */
  readonly arrived: ReadonlySignal<number>
  /** The last that somebody else wrote while the chat was open, to be read out. */
  readonly latest: ReadonlySignal<ChatMessageView | undefined>
  readonly outbox: ChatOutbox
  readonly editing: ChatEditing
  readonly text: Signal<string>
  loadOlder(): Promise<void>
  /** Messages that the server has stored. */
  add(stored: readonly ChatMessageView[]): void
  setAtNewest(at: boolean): void
  /** Takes up the draft, follows the live events and says what is read; returns what ends it. In the browser only. */
  start(): () => void
}

const draftDelayMs = 300

export function createChatModel({ api, live, me, opened, outbox, drafts }: ChatModelParts): ChatModel {
  const { id } = opened.chat
  const chat = signal(opened.chat)
  const store = createMessageStore(opened.messages.records)
  const cursor = signal(opened.messages.nextCursor)
  const older = signal<'idle' | 'loading' | 'failed'>('idle')
  const arrived = signal(0)
  const latest = signal<ChatMessageView | undefined>(undefined)
  const text = signal('')
  let atNewest = true

  /** What is not loaded will come as it is then. */
  const change = (message: ChatMessageView) => store.update(message.id, () => message)
  const editing = createChatEditing({ api, chatId: id, text, takeAnswer: store.takeAnswer })

  function take(message: ChatMessageView) {
    batch(() => {
      store.upsert(message)
      if (message.senderId === me.id && message.clientId !== undefined) outbox.settle(message.clientId)
      if (message.senderId === me.id) return
      latest.value = message
      if (!atNewest) arrived.value += 1
    })
    readIfLookedAt()
  }

  /** Read is what stands open in a window that somebody looks at. */
  function readIfLookedAt() {
    if (unreadsOf(chat.peek(), me.id) === 0 || !document.hasFocus()) return
    api.post('/chats/:id/read', { params: { id }, body: { userId: me.id } }).catch(() => {
      // Stays unread until the window is looked at again.
    })
  }

  /** Too much was missed to be told one by one. */
  async function renew() {
    const since = store.ask()
    const page = await fetchChatMessages(api, id).catch(() => undefined)
    if (!page) return store.abandon()
    batch(() => {
      store.renew({ messages: page.records }, since)
      cursor.value = page.nextCursor
      older.value = 'idle'
    })
  }

  return {
    chat,
    messages: store.messages,
    hasOlder: computed(() => cursor.value !== null),
    older,
    arrived,
    latest,
    outbox,
    editing,
    text,
    async loadOlder() {
      const from = cursor.peek()
      if (from === null || older.peek() === 'loading') return
      older.value = 'loading'
      const since = store.ask()
      try {
        const page = await fetchChatMessages(api, id, from)
        // Loaded anew meanwhile: this page follows on nothing that is shown.
        if (cursor.peek() !== from) return store.abandon()
        batch(() => {
          store.merge({ messages: page.records }, since)
          cursor.value = page.nextCursor
          older.value = 'idle'
        })
      } catch {
        store.abandon()
        older.value = 'failed'
      }
    },
    add: (stored) => stored.forEach(store.add),
    setAtNewest(at) {
      atNewest = at
      if (at) arrived.value = 0
    },
    start() {
      text.value = drafts.read(id).text
      const keep = () => drafts.write(id, { text: editing.draft(), isPrivate: false })
      let timer: ReturnType<typeof setTimeout> | undefined
      const stops = [
        live.subscribe(`chat-${id}`, (news) => {
          if (news.action === 'delete') return
          chat.value = news.chat
          if (news.action === 'new-message') take(news.newMessage)
          if (news.action === 'update-message') change(news.message)
        }),
        live.subscribe('reload', () => void renew()),
        live.subscribe(`chat-user-${me.id}`, (news) => {
          if (news.action !== 'delete' && news.record.id === id) chat.value = news.record
        }),
        effect(() => {
          void text.value
          clearTimeout(timer)
          timer = setTimeout(keep, draftDelayMs)
        }),
      ]
      window.addEventListener('focus', readIfLookedAt)
      window.addEventListener('pagehide', keep)
      readIfLookedAt()
      return () => {
        for (const stop of stops) stop()
        clearTimeout(timer)
        window.removeEventListener('focus', readIfLookedAt)
        window.removeEventListener('pagehide', keep)
        keep()
      }
    },
  }
}
