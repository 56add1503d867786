import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { MessagePage, MessageView } from '../../src/message/message.contract'
import { createTouchLog } from '../live/touch-log'

/** The stored messages of one conversation, oldest first, whatever order they arrive in. */
export interface MessageStore {
  readonly messages: ReadonlySignal<readonly MessageView[]>
  find(id: number): MessageView | undefined
  /** Says that a page is asked for; give the result to `merge`, `renew` or `abandon` with it. */
  ask(): number
  /** What changed live since the page was asked for is newer than the page, and stays. */
  merge(page: Pick<MessagePage, 'messages'>, since: number): void
  /** A page that may follow on nothing known: all else gives way to it. */
  renew(page: Pick<MessagePage, 'messages'>, since: number): void
  abandon(): void
  /** A live change, or the answer to one of our own calls. */
  upsert(message: MessageView): void
  update(id: number, change: (message: MessageView) => MessageView): void
  remove(id: number): void
}

export function createMessageStore(initial: readonly MessageView[]): MessageStore {
  const messages = signal<readonly MessageView[]>([...initial].sort(byAge))
  const touches = createTouchLog<number>()

  function put(changed: readonly MessageView[]) {
    const known = new Map(messages.peek().map((message) => [message.id, message]))
    for (const message of changed) known.set(message.id, message)
    messages.value = [...known.values()].sort(byAge)
  }

  return {
    messages,
    find: (id) => messages.peek().find((message) => message.id === id),
    ask: () => touches.begin(),
    merge(page, since) {
      put(page.messages.filter(({ id }) => !touches.touched(id, since)))
      touches.end()
    },
    renew(page, since) {
      const changed = ({ id }: MessageView) => touches.touched(id, since)
      const fresh = page.messages.filter((message) => !changed(message))
      messages.value = [...messages.peek().filter(changed), ...fresh].sort(byAge)
      touches.end()
    },
    abandon: () => touches.end(),
    upsert(message) {
      touches.touch(message.id)
      const last = messages.peek().at(-1)
      // By far the most frequent case: the newest message, at the end of a long list.
      if (!last || byAge(message, last) > 0) messages.value = [...messages.peek(), message]
      else put([message])
    },
    update(id, change) {
      const message = messages.peek().find((known) => known.id === id)
      if (!message) return
      touches.touch(id)
      put([change(message)])
    },
    remove(id) {
      touches.touch(id)
      messages.value = messages.peek().filter((message) => message.id !== id)
    },
  }
}

/** By the moment it was written; messages of one moment in the order they were stored. */
export function byAge(a: Pick<MessageView, 'createdAt' | 'id'>, b: Pick<MessageView, 'createdAt' | 'id'>) {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id
}
