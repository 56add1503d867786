import type { FileData, QuotedMessage } from '../../src/message/message.answers'
import type { MediaType } from '../../src/message/message.contract'
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
  /** Its file is there if it was small enough. */
  media: { url: string; type: MediaType; name: string } | undefined
}

export interface OfflineFile {
  /** The media's address. */
  url: string
  /** Of its message. */
  at: string
  content: Blob
}

export interface OfflineConversation {
  ticketId: number
  uuid: string
  contact: string
  isGroup: boolean
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
  file?: FileData & { stored: File }
  createdAt: string
}

interface Stores {
  owner: OfflineOwner
  conversation: OfflineConversation
  draft: OfflineDraft
  file: OfflineFile
}

const ownerKey = 'owner'
const keyPaths = { conversation: 'ticketId', draft: 'clientId', file: 'url' }

export type OfflineStore = Awaited<ReturnType<typeof openOfflineStore>>

/** @throws DOMException where the browser forbids it, such as in a private window */
export async function openOfflineStore() {
  const opening = indexedDB.open(offlineDatabase, 2)
  opening.onupgradeneeded = () => {
    const { result } = opening
    const known = result.objectStoreNames
    if (!known.contains('owner')) result.createObjectStore('owner')
    for (const [name, keyPath] of Object.entries(keyPaths)) {
      if (!known.contains(name)) result.createObjectStore(name, { keyPath })
    }
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
    findConversation: (ticketId: number): Promise<OfflineConversation | undefined> =>
      answerOf(store('conversation', 'readonly').get(ticketId)),
    putConversation: (conversation: OfflineConversation) => answerOf(store('conversation').put(conversation)),
    deleteConversation: (ticketId: number) => answerOf(store('conversation').delete(ticketId)),
    files: () => all('file'),
    findFile: (url: string): Promise<OfflineFile | undefined> => answerOf(store('file', 'readonly').get(url)),
    putFile: (file: OfflineFile) => answerOf(store('file').put(file)),
    deleteFile: (url: string) => answerOf(store('file').delete(url)),
    async clearConversations() {
      for (const name of ['conversation', 'file'] as const) await answerOf(store(name).clear())
    },
    /** In the order they were written. */
    drafts: async () => (await all('draft')).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    putDraft: (draft: OfflineDraft) => answerOf(store('draft').put(draft)),
    deleteDraft: (clientId: string) => answerOf(store('draft').delete(clientId)),
    async clear() {
      for (const name of ['owner', 'conversation', 'draft', 'file'] as const) await answerOf(store(name).clear())
    },
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}
