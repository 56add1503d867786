import type { QuotedMessage } from '../../src/message/message.answers'
import type { Language } from '../i18n/languages'
import { offlineDatabase } from '../session/offline-database'

/** Whose conversations these are, and how they are shown. */
export interface OfflineOwner {
  companyId: number
  userId: number
  language: Language
  timeZone: string
  theme: 'light' | 'dark'
  brandSolid: string
  productName: string
  sign: boolean
}

export interface OfflineMessage {
  id: number
  text: string
  /** Of a colleague or the contact of a group. */
  author: string
  fromMe: boolean
  isPrivate: boolean
  at: string
}

export interface OfflineConversation {
  ticketId: number
  uuid: string
  contact: string
  lastMessage: string
  updatedAt: string
  messages: readonly OfflineMessage[]
}

/** A message that was written without a network. The server stores one message per client id. */
export interface OfflineDraft {
  clientId: string
  ticketId: number
  body: string
  isPrivate: boolean
  sign: boolean
  quoted: QuotedMessage | null
  mentions?: readonly number[]
  createdAt: string
}

interface Stores {
  owner: OfflineOwner
  conversation: OfflineConversation
  draft: OfflineDraft
}

const ownerKey = 'owner'

export type OfflineStore = Awaited<ReturnType<typeof openOfflineStore>>

/** @throws DOMException where the browser forbids it, such as in a private window */
export async function openOfflineStore() {
  const opening = indexedDB.open(offlineDatabase, 1)
  opening.onupgradeneeded = () => {
    const { result } = opening
    result.createObjectStore('owner')
    result.createObjectStore('conversation', { keyPath: 'ticketId' })
    result.createObjectStore('draft', { keyPath: 'clientId' })
  }
  const database = await answerOf(opening)
  // Otherwise it could not be wiped.
  database.onversionchange = () => database.close()
  const store = (name: keyof Stores, mode: IDBTransactionMode = 'readwrite') =>
    database.transaction(name, mode).objectStore(name)
  const all = <Name extends keyof Stores>(name: Name): Promise<Stores[Name][]> =>
    answerOf(store(name, 'readonly').getAll())

  return {
    owner: async () => (await all('owner'))[0],
    setOwner: (owner: OfflineOwner) => answerOf(store('owner').put(owner, ownerKey)),
    conversations: () => all('conversation'),
    putConversation: (conversation: OfflineConversation) => answerOf(store('conversation').put(conversation)),
    deleteConversation: (ticketId: number) => answerOf(store('conversation').delete(ticketId)),
    clearConversations: () => answerOf(store('conversation').clear()),
    /** In the order they were written. */
    drafts: async () => (await all('draft')).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    putDraft: (draft: OfflineDraft) => answerOf(store('draft').put(draft)),
    deleteDraft: (clientId: string) => answerOf(store('draft').delete(clientId)),
    async clear() {
      for (const name of ['owner', 'conversation', 'draft'] as const) await answerOf(store(name).clear())
    },
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}
