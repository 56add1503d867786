import { signal } from '@preact/signals-react'
import type { ApiError } from '../api/api-error'

/** The state of a message, besides its draft, until the server has it. */
export interface Unsent {
  /** The server stores one message per client id, however often it is sent. */
  clientId: string
  createdAt: string
  /** `offline` waits for the network and is sent automatically; `failed` was rejected. */
  state: 'waiting' | 'sending' | 'offline' | 'failed'
  /** 0 to 1, of a file. */
  progress: number
  error: ApiError | undefined
  /** Address of a file in the browser, so that its bubble shows it at once. */
  previewUrl: string | null
}

export type UnsentMessages<Draft extends object> = ReturnType<typeof createUnsentMessages<Draft>>

/** The messages that the server does not have yet, in the order they were written. */
export function createUnsentMessages<Draft extends object>() {
  const messages = signal<readonly (Draft & Unsent)[]>([])

  const change = (clientId: string, part: Partial<Unsent>) => {
    messages.value = messages
      .peek()
      .map((message) => (message.clientId === clientId ? { ...message, ...part } : message))
  }

  return {
    messages,
    change,
    has: (clientId: string) => messages.peek().some((message) => message.clientId === clientId),
    firstWaiting: () => messages.peek().find(({ state }) => state === 'waiting'),
    /** Waits behind a message that waits for the network, to keep the order. */
    add(draft: Draft, written: Pick<Unsent, 'clientId' | 'createdAt'>) {
      const isHeldBack = messages.peek().some(({ state }) => state === 'offline')
      const state = isHeldBack ? ('offline' as const) : ('waiting' as const)
      const unsent: Unsent = { ...written, state, progress: 0, error: undefined, previewUrl: null }
      messages.value = [...messages.peek(), { ...draft, ...unsent }]
    },
    drop(clientId: string) {
      messages.value = messages.peek().filter((message) => message.clientId !== clientId)
    },
    /** Moves all messages in these states to another state. */
    moveAll(from: readonly Unsent['state'][], to: Unsent['state']) {
      for (const { clientId, state } of messages.peek()) if (from.includes(state)) change(clientId, { state: to })
    },
  }
}
