import { signal, type ReadonlySignal } from '@preact/signals-react'
import { createTouchLog } from '../live/touch-log'

export interface StoredMessage {
  id: number
  createdAt: string
}

/** The stored messages of one conversation or chat, oldest first, in whatever order they arrive. */
export interface MessageStore<Message extends StoredMessage> {
  readonly messages: ReadonlySignal<readonly Message[]>
  find(id: number): Message | undefined
  /** Marks the start of a page request; pass the result to `merge`, `renew` or `abandon`. */
  ask(): number
  /** Adds a page. Live changes since its request are newer and stay. */
  merge(page: { messages: readonly Message[] }, since: number): void
  /** Replaces everything with a page that may not be adjacent to the known messages. */
  renew(page: { messages: readonly Message[] }, since: number): void
  abandon(): void
  /** Makes a call that returns one message, and applies the message unless it changed live meanwhile. */
  applyAnswer(call: () => Promise<Message>): Promise<void>
  upsert(message: Message): void
  /** Adds the result of an own call, unless its echo arrived first. */
  add(message: Message): void
  update(id: number, change: (message: Message) => Message): void
  remove(id: number): void
}

export function createMessageStore<Message extends StoredMessage>(initial: readonly Message[]): MessageStore<Message> {
  const messages = signal<readonly Message[]>([...initial].sort(byAge))
  const touches = createTouchLog<number>()

  function put(changed: readonly Message[]) {
    const known = new Map(messages.peek().map((message) => [message.id, message]))
    for (const message of changed) known.set(message.id, message)
    messages.value = [...known.values()].sort(byAge)
  }

  const find = (id: number) => messages.peek().find((message) => message.id === id)

  function upsert(message: Message) {
    touches.touch(message.id)
    const last = messages.peek().at(-1)
    // The most frequent case: the newest message, at the end of a long list.
    if (!last || byAge(message, last) > 0) messages.value = [...messages.peek(), message]
    else put([message])
  }

  return {
    messages,
    find,
    ask: () => touches.begin(),
    merge(page, since) {
      put(page.messages.filter(({ id }) => !touches.touched(id, since)))
      touches.end()
    },
    renew(page, since) {
      const changed = ({ id }: Message) => touches.touched(id, since)
      const fresh = page.messages.filter((message) => !changed(message))
      messages.value = [...messages.peek().filter(changed), ...fresh].sort(byAge)
      touches.end()
    },
    abandon: () => touches.end(),
    async applyAnswer(call) {
      const { answer, isNewest } = await touches.ask(call)
      if (isNewest(answer.id)) put([answer])
    },
    upsert,
    add: (message) => void (find(message.id) || upsert(message)),
    update(id, change) {
      const message = find(id)
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

/** Compares by time of writing; messages of the same time by the order of storage. */
export function byAge(a: StoredMessage, b: StoredMessage) {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id
}
