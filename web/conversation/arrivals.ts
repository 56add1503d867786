import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { UserActor } from '../../src/kernel/actor'
import type { MessageView } from '../../src/message/message.answers'
import { clearsUnread } from '../../src/message/message.policy'
import type { TicketView } from '../../src/ticket/ticket.answers'
import type { ApiClient } from '../api/api-client'
import { markTicketRead } from '../message/message-api'

/** What others write while the conversation is open, and what of it counts as read. */
export interface Arrivals {
  /** Arrived while the newest was out of sight. */
  readonly arrived: ReadonlySignal<number>
  /** The newest one somebody else wrote, to be announced. */
  readonly latest: ReadonlySignal<MessageView | undefined>
  arrive(message: MessageView): void
  /** Told by the list whether the newest message is in sight. */
  setAtNewest(atNewest: boolean): void
  /** Tells the server that the newest message is looked at, where that is so. */
  read(): void
}

interface ArrivalsOptions {
  api: ApiClient
  ticket: Signal<TicketView>
  actor: () => UserActor
}

export function createArrivals({ api, ticket, actor }: ArrivalsOptions): Arrivals {
  const arrived = signal(0)
  const latest = signal<MessageView | undefined>(undefined)
  let atNewest = true
  let reading = false

  /** What was read is said once, however many messages came at the same time. */
  function read() {
    const { id, unreadMessages } = ticket.peek()
    if (!atNewest || unreadMessages === 0 || reading || document.visibilityState !== 'visible') return
    if (!clearsUnread(actor(), ticket.peek())) return
    reading = true
    ticket.value = { ...ticket.peek(), unreadMessages: 0 }
    // What could not be marked now is marked with the next message.
    const done = () => (reading = false)
    markTicketRead(api, id).then(done, done)
  }

  return {
    arrived,
    latest,
    arrive(message) {
      latest.value = message
      if (!atNewest) arrived.value += 1
    },
    setAtNewest(now) {
      atNewest = now
      if (!now) return
      arrived.value = 0
      read()
    },
    read,
  }
}
