import { effect } from '@preact/signals-react'
import type { MessageView } from '../../src/message/message.answers'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createOutbox, type Outbox } from './outbox'

/** The outboxes of the tickets one has written on. They outlive the inbox: what waits for the network is there on return. */
export interface Outboxes {
  of(ticketId: number): Outbox
  /** Hears what the ticket's outbox has sent, instead of who heard it before. */
  hear(ticketId: number, onStored: (message: MessageView) => void): void
  /** In the browser: what waits goes out as soon as the line stands, and nobody closes the window over it unasked. */
  start(): void
  /** Of what has all been sent nothing is kept. */
  forgetSent(): void
}

export function createOutboxes({ api, live }: { api: ApiClient; live: LiveSocketClient }): Outboxes {
  const outboxes = new Map<number, Outbox>()
  const hearers = new Map<number, (message: MessageView) => void>()
  let started = false

  const hasUnsent = () =>
    [...outboxes.values()].some(({ messages }) => messages.peek().some(({ state }) => state !== 'failed'))

  return {
    of(ticketId) {
      const known = outboxes.get(ticketId)
      if (known) return known
      const made = createOutbox({ api, ticketId, onStored: (message) => hearers.get(ticketId)?.(message) })
      outboxes.set(ticketId, made)
      return made
    },
    hear: (ticketId, onStored) => void hearers.set(ticketId, onStored),
    start() {
      if (started) return
      started = true
      effect(() => {
        if (live.state.value === 'online') for (const outbox of outboxes.values()) outbox.retryUnsent()
      })
      addEventListener('beforeunload', (event) => hasUnsent() && event.preventDefault())
    },
    forgetSent() {
      hearers.clear()
      for (const [ticketId, outbox] of outboxes) {
        if (outbox.messages.peek().length > 0) continue
        outbox.dispose()
        outboxes.delete(ticketId)
      }
    },
  }
}
