import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { MessagePage, MessageView } from '../../src/message/message.answers'
import type { ApiClient } from '../api/api-client'
import { listMessages } from '../message/message-api'
import type { MessageStore } from '../message/message-store'

export type OlderState = 'idle' | 'loading' | 'failed'

/** How far back the messages of a conversation are loaded. */
export interface OlderMessages {
  readonly hasOlder: ReadonlySignal<boolean>
  readonly older: ReadonlySignal<OlderState>
  loadOlder(): Promise<void>
  /** Loads older pages until the message is there; false when it is not. */
  reach(messageId: number): Promise<boolean>
  /** The page now begins where this one does. */
  beginWith(page: MessagePage): void
}

interface OlderOptions {
  api: ApiClient
  ticketId: number
  store: MessageStore<MessageView>
  page: MessagePage
}

/** Pages looked through for a message that was quoted long ago. */
const reachPagesMax = 25

export function createOlderMessages({ api, ticketId, store, page: first }: OlderOptions): OlderMessages {
  const cursor = signal(first.nextCursor)
  const hasOlder = signal(first.hasMore)
  const older = signal<OlderState>('idle')
  let loading: Promise<void> | undefined

  const beginWith = ({ nextCursor, hasMore }: MessagePage) =>
    batch(() => {
      cursor.value = nextCursor
      hasOlder.value = hasMore
      older.value = 'idle'
    })

  async function fetchOlder() {
    older.value = 'loading'
    const since = store.ask()
    const asked = cursor.peek()
    try {
      const page = await listMessages(api, ticketId, asked)
      // Loaded anew meanwhile: this page follows on nothing that is shown.
      if (cursor.peek() !== asked) return store.abandon()
      batch(() => {
        store.merge(page, since)
        beginWith(page)
      })
    } catch {
      store.abandon()
      older.value = 'failed'
    }
  }

  function loadOlder(): Promise<void> {
    if (!hasOlder.peek()) return Promise.resolve()
    loading ??= fetchOlder().finally(() => (loading = undefined))
    return loading
  }

  async function reach(messageId: number) {
    for (let pages = 0; pages < reachPagesMax; pages++) {
      if (store.find(messageId)) return true
      if (!hasOlder.peek()) return false
      await loadOlder()
      if (older.peek() === 'failed') return false
    }
    return false
  }

  return { hasOlder, older, loadOlder, reach, beginWith }
}
