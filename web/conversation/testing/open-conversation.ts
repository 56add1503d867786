import { afterAll, beforeAll } from 'bun:test'
import { signal } from '@preact/signals-react'
import { createOutboxes } from '../../message/outboxes'
import { anyMessage } from '../../message/testing/any-message'
import { anyTicket, bruno, createFakeLive, createHeldApi, pageOf } from '../../message/testing/fake-conversation'
import { createConversation } from '../state/conversation-model'

/** Gives the tests of a file a visible document without listeners. */
export function useVisibleDocument() {
  const { document: before, addEventListener: listen } = globalThis
  beforeAll(() => {
    const visible = { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }
    // Stands in for the parts of a document that a conversation uses.
    globalThis.document = visible as unknown as Document
    globalThis.addEventListener = () => {}
  })
  afterAll(() => {
    globalThis.document = before
    globalThis.addEventListener = listen
  })
}

/** Opens Bruno's conversation. Its calls wait until the test answers them. */
export function openConversation(
  messages = [anyMessage({ id: 10 })],
  cursor: string | null = null,
  ticket = anyTicket(),
) {
  const held = createHeldApi()
  const line = createFakeLive()
  const me = signal(bruno)
  const outboxes = createOutboxes({ api: held.api, live: line.live })
  outboxes.start()
  const visit = (shown = messages) => {
    const outbox = outboxes.of(ticket.id)
    const data = { ticket, page: pageOf(shown, cursor) }
    const model = createConversation({ api: held.api, live: line.live, me, data, outbox })
    const release = outboxes.setListener(ticket.id, (stored) => stored.forEach(model.take))
    return { model, outbox, release, stop: model.start(), keys: () => model.messages.value.map(({ key }) => key) }
  }
  return { ...held, ...line, me, outboxes, visit, ...visit() }
}
