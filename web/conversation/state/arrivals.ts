import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { UserActor } from '../../../src/kernel/company/actor'
import type { MessageView } from '../../../src/message/message.answers'
import { clearsUnread } from '../../../src/message/message.policy'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { ApiClient } from '../../api/api-client'
import { markTicketRead } from '../../message/message-api'

/** Messages that others write while the conversation is open, and which of them count as read. */
export interface Arrivals {
  /** Messages that arrived while the newest was not visible. */
  readonly arrived: ReadonlySignal<number>
  /** The newest message of somebody else, to be announced. */
  readonly latest: ReadonlySignal<MessageView | undefined>
  arrive(message: MessageView): void
  /** Called by the list when the newest message becomes visible or hidden. */
  setAtNewest(atNewest: boolean): void
  /** Marks the newest message as read on the server, if it is visible. */
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

  /** Sends one request, however many messages arrived at the same time. */
  function read() {
    const { id, unreadMessages } = ticket.peek()
    if (!atNewest || unreadMessages === 0 || reading || document.visibilityState !== 'visible') return
    if (!clearsUnread(actor(), ticket.peek())) return
    reading = true
    ticket.value = { ...ticket.peek(), unreadMessages: 0 }
    // A failed mark is repeated with the next message.
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
