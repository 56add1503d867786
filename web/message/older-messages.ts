import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { MessageStore, StoredMessage } from './message-store'

export interface OlderMessages {
  readonly hasOlder: ReadonlySignal<boolean>
  readonly older: ReadonlySignal<'idle' | 'loading' | 'failed'>
  loadOlder(): Promise<void>
  /** Loads older pages until the message is found; false when it is not. */
  reach(messageId: number): Promise<boolean>
  beginWith(page: PageEnd): void
}

interface PageEnd {
  nextCursor: string | null
  hasMore: boolean
}

interface OlderOptions<Message extends StoredMessage> {
  store: MessageStore<Message>
  first: PageEnd
  fetchPage: (cursor: string | null) => Promise<PageEnd & { messages: readonly Message[] }>
}

/** Limit of pages searched for a quoted message. */
const reachPagesMax = 25

export function createOlderMessages<Message extends StoredMessage>({
  store,
  first,
  fetchPage,
}: OlderOptions<Message>): OlderMessages {
  const cursor = signal(first.nextCursor)
  const hasOlder = signal(first.hasMore)
  const older = signal<'idle' | 'loading' | 'failed'>('idle')
  let loading: Promise<void> | undefined

  const beginWith = ({ nextCursor, hasMore }: PageEnd) =>
    batch(() => {
      cursor.value = nextCursor
      hasOlder.value = hasMore
      older.value = 'idle'
    })

  async function fetchOlder() {
    older.value = 'loading'
    const since = store.ask()
    const requested = cursor.peek()
    try {
      const page = await fetchPage(requested)
      // Reloaded meanwhile, so this page is not adjacent to what is shown.
      if (cursor.peek() !== requested) return store.abandon()
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
