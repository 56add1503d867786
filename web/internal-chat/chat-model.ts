import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { ChatMessagePage, ChatMessageView, ChatView } from '../../src/internal-chat/internal-chat.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import type { DraftStorage } from '../message/composer/draft-storage'
import { keepDraft } from '../message/composer/keep-draft'
import { createMessageStore, type MessageStore } from '../message/message-store'
import { createOlderMessages, type OlderMessages } from '../message/older-messages'
import { unreadsOf } from './chat-events'
import type { ChatOutbox } from './message/chat-outbox'
import { fetchChatMessages, type OpenedChat } from './load-chats'

interface ChatModelParts {
  api: ApiClient
  live: LiveSocketClient
  me: { id: number }
  opened: OpenedChat
  outbox: ChatOutbox
  drafts: DraftStorage
}

export interface ChatModel {
  readonly chat: ReadonlySignal<ChatView>
  /** Oldest first. */
  readonly messages: ReadonlySignal<readonly ChatMessageView[]>
  readonly hasOlder: ReadonlySignal<boolean>
  readonly older: ReadonlySignal<'idle' | 'loading' | 'failed'>
  /** Messages that arrived while the newest was not visible. */
  readonly arrived: ReadonlySignal<number>
  /** The newest message of somebody else, to be announced. */
  readonly latest: ReadonlySignal<ChatMessageView | undefined>
  readonly outbox: ChatOutbox
  readonly editing: ChatEditing
  readonly text: Signal<string>
  loadOlder(): Promise<void>
  add(stored: readonly ChatMessageView[]): void
  setAtNewest(at: boolean): void
  start(): () => void
}

export function createChatModel(parts: ChatModelParts): ChatModel {
  const { api, me, opened, outbox } = parts
  const { id } = opened.chat
  const store = createMessageStore(opened.messages.records)
  const text = signal('')
  const state: ChatState = {
    chat: signal(opened.chat),
    text,
    store,
    older: createOlderMessages({
      store,
      first: pageOf(opened.messages),
      fetchPage: async (cursor) => pageOf(await fetchChatMessages(api, id, cursor ?? undefined)),
    }),
    arrivals: createChatArrivals(),
    outbox,
    editing: createChatEditing({ api, chatId: id, text, applyAnswer: store.applyAnswer }),
    /** Messages are read when visible in a focused window. */
    readIfLookedAt() {
      if (unreadsOf(state.chat.peek(), me.id) === 0 || !document.hasFocus()) return
      api.post('/chats/:id/read', { params: { id }, body: { userId: me.id } }).catch(() => {
        // Stays unread until the window is focused again.
      })
    },
  }
  const { chat, older, arrivals, editing } = state
  return {
    chat,
    text,
    outbox,
    editing,
    messages: store.messages,
    add: (stored) => stored.forEach(store.add),
    hasOlder: older.hasOlder,
    older: older.older,
    loadOlder: older.loadOlder,
    arrived: arrivals.arrived,
    latest: arrivals.latest,
    setAtNewest: arrivals.setAtNewest,
    start: () => startChat(parts, state),
  }
}

interface ChatState extends Pick<ChatModel, 'outbox' | 'editing' | 'text'> {
  chat: Signal<ChatView>
  store: MessageStore<ChatMessageView>
  older: OlderMessages
  arrivals: ReturnType<typeof createChatArrivals>
  readIfLookedAt: () => void
}

const pageOf = ({ records, nextCursor }: ChatMessagePage) => ({
  messages: records,
  nextCursor,
  hasMore: nextCursor !== null,
})

function createChatArrivals() {
  const arrived = signal(0)
  const latest = signal<ChatMessageView | undefined>(undefined)
  let atNewest = true
  return {
    arrived,
    latest,
    arrive(message: ChatMessageView) {
      latest.value = message
      if (!atNewest) arrived.value += 1
    },
    setAtNewest(at: boolean) {
      atNewest = at
      if (at) arrived.value = 0
    },
  }
}

function startChat({ api, live, me, opened, drafts }: ChatModelParts, state: ChatState): () => void {
  const { chat, text, store, editing, readIfLookedAt } = state
  const { id } = opened.chat
  text.value = drafts.read(id).text
  const keep = () => drafts.write(id, { text: editing.draft(), isPrivate: false })
  const stops = [
    live.subscribe(`chat-${id}`, (event) => {
      if (event.action === 'delete') return
      chat.value = event.chat
      if (event.action === 'new-message') take(state, me.id, event.newMessage)
      // A message that is not loaded will be loaded in its present state.
      if (event.action === 'update-message') store.update(event.message.id, () => event.message)
    }),
    live.subscribe('reload', () => void renew(api, id, state)),
    live.subscribe(`chat-user-${me.id}`, (event) => {
      if (event.action !== 'delete' && event.record.id === id) chat.value = event.record
    }),
    keepDraft(() => text.value, keep),
  ]
  window.addEventListener('focus', readIfLookedAt)
  readIfLookedAt()
  return () => {
    for (const stop of stops) stop()
    window.removeEventListener('focus', readIfLookedAt)
  }
}

function take({ store, outbox, arrivals, readIfLookedAt }: ChatState, myId: number, message: ChatMessageView) {
  batch(() => {
    store.upsert(message)
    if (message.senderId !== myId) arrivals.arrive(message)
    else if (message.clientId !== undefined) outbox.settle(message.clientId)
  })
  readIfLookedAt()
}

/** Too many events were missed, so the chat is reloaded. If that fails, it stays as it is until the next reconnect. */
async function renew(api: ApiClient, chatId: number, { store, older }: ChatState) {
  const since = store.ask()
  const page = await fetchChatMessages(api, chatId).catch(() => undefined)
  if (!page) return store.abandon()
  batch(() => {
    store.renew({ messages: page.records }, since)
    older.beginWith(pageOf(page))
  })
}

/** Editing an own message in the composer, whose draft is kept meanwhile. */
interface ChatEditing {
  readonly message: ReadonlySignal<ChatMessageView | undefined>
  /** The composer's text before editing, kept as the draft. */
  draft(): string
  begin(message: ChatMessageView): void
  cancel(): void
  /** Rejects with the refusal; the text stays in the composer. */
  save(): Promise<void>
  remove(message: ChatMessageView): Promise<void>
}

interface EditingParts {
  api: ApiClient
  chatId: number
  text: Signal<string>
  applyAnswer: (call: () => Promise<ChatMessageView>) => Promise<void>
}

function createChatEditing({ api, chatId, text, applyAnswer }: EditingParts): ChatEditing {
  const edited = signal<ChatMessageView | undefined>(undefined)
  let setAside = ''
  const paramsOf = ({ id }: ChatMessageView) => ({ id: chatId, messageId: id })

  function cancel() {
    if (!edited.peek()) return
    batch(() => {
      edited.value = undefined
      text.value = setAside
    })
  }

  return {
    message: edited,
    cancel,
    draft: () => (edited.peek() ? setAside : text.peek()),
    begin(message) {
      if (!edited.peek()) setAside = text.peek()
      batch(() => {
        edited.value = message
        text.value = message.message
      })
    },
    async save() {
      const message = edited.peek()
      if (!message) return
      const wanted = text.peek().trim()
      if (wanted !== message.message) {
        const params = paramsOf(message)
        await applyAnswer(() => api.put('/chats/:id/messages/:messageId', { params, body: { message: wanted } }))
      }
      if (edited.peek() === message) cancel()
    },
    async remove(message) {
      await applyAnswer(() => api.delete('/chats/:id/messages/:messageId', { params: paramsOf(message) }))
      if (edited.peek()?.id === message.id) cancel()
    },
  }
}
