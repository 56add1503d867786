import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { MessageView } from '../../../src/message/message.answers'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { SessionUser } from '../../../src/user/session/session.calls'
import type { Outbox } from '../../message/outbox'
import { shownOutgoing, type ShownMessage } from '../../message/shown-message'

interface ShownMessagesOptions {
  stored: ReadonlySignal<readonly MessageView[]>
  outbox: Outbox
  ticket: ReadonlySignal<TicketView>
  me: ReadonlySignal<SessionUser>
}

/**
 * The stored messages, followed by those being sent. A message keeps its key when the server stores it, and its object
 * until it changes, so that unchanged bubbles are not rendered again.
 */
export function createShownMessages({ stored, outbox, ticket, me }: ShownMessagesOptions) {
  const keys = new Map<number, string>()
  const shownBefore = new WeakMap<MessageView, ShownMessage>()

  function shown(message: MessageView): ShownMessage {
    const key = keys.get(message.id) ?? message.clientId ?? String(message.id)
    keys.set(message.id, key)
    const localUrl = outbox.previewOf(key)
    const before = shownBefore.get(message)
    if (before && before.localUrl === localUrl) return before
    const made: ShownMessage = localUrl ? { ...message, key, localUrl } : { ...message, key }
    shownBefore.set(message, made)
    return made
  }

  return computed((): readonly ShownMessage[] => {
    const here = new Set(stored.value.map(({ clientId }) => clientId))
    const { id, uuid, queueId, queue, whatsappId } = ticket.value
    const ofTicket = { id, uuid, queueId, queue, whatsappId }
    const waiting = outbox.messages.value.filter(({ clientId }) => !here.has(clientId))
    return [...stored.value.map(shown), ...waiting.map((message) => shownOutgoing(message, ofTicket, me.peek()))]
  })
}
