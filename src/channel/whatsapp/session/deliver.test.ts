import type { WASocket } from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { ChannelError } from '../../channel'
import { stub } from '../../../testing/stub'
import { createDeliveries, relayError } from './deliver'

const ack = (id: string, error?: string) => ({ tag: 'ack', attrs: { class: 'message', id, ...(error && { error }) } })

const stored = { afterStored: (task: () => void) => task() }

/** Delivers a message on a socket that answers with these errors in turn; empty accepts. */
async function deliver(errors: string[], ackTimeoutMs = 1000) {
  let forgotten = 0
  const deliveries = createDeliveries(stored, ackTimeoutMs, () => void forgotten++)
  const sent: string[] = []
  const relayMessage: WASocket['relayMessage'] = async (_jid, _message, { messageId = '' }) => {
    sent.push(messageId)
    expect(deliveries.isSending(messageId)).toBe(true)
    // Other acknowledgements change nothing.
    deliveries.see(ack('other', '400'))
    deliveries.see({ tag: 'ack', attrs: { class: 'receipt', id: messageId, error: '400' } })
    deliveries.see({ tag: 'receipt', attrs: { class: 'message', id: messageId, error: '400' } })
    const error = errors.shift()
    if (error !== undefined) deliveries.see(ack(messageId, error))
    return messageId
  }
  const delivery = deliveries.deliver(stub<WASocket>({ relayMessage }), 'x@lid', {}, { messageId: 'A' })
  const result = await delivery.then(
    () => 'accepted',
    (error: ChannelError) => [error.reason, error.message, error.retryAfterMs],
  )
  return { result, attempts: sent.length, forgotten, isSending: deliveries.isSending('A') }
}

test.each([
  [[''], 'accepted', 1, 0],
  [['463'], ['limited', '463: WhatsApp refused the message', 5000], 1, 0],
  [['429'], ['limited', '429: WhatsApp refused the message', undefined], 1, 0],
  [['420'], ['refused', '420: WhatsApp refused the message', undefined], 1, 0],
  // After one about unknown devices, these are asked for again, once.
  [['479', ''], 'accepted', 2, 1],
  [['479', '479'], ['refused', '479: WhatsApp refused the message', undefined], 2, 1],
])('the server answers %j to a message', async (errors, result, attempts, forgotten) => {
  expect(await deliver(errors)).toEqual({ result, attempts, forgotten, isSending: false })
})

test('a message that the server does not confirm, or whose connection is lost, may have arrived', async () => {
  const late = { result: ['uncertain', 'The server did not confirm it', undefined], attempts: 1, forgotten: 0 }
  expect(await deliver([], 1)).toEqual({ ...late, isSending: false })
  const deliveries = createDeliveries(stored, 1000, () => {})
  const waiting = stub<WASocket>({ relayMessage: () => new Promise(() => {}) })
  const delivery = deliveries
    .deliver(waiting, 'x@lid', {}, { messageId: 'A' })
    .catch((error: ChannelError) => error.reason)
  deliveries.lost()
  expect([await delivery, deliveries.isSending('A')]).toEqual(['uncertain', false])
})

test.each([
  [new ChannelError('limited', 'x'), 'limited', 'x'],
  [{ message: 'Connection Closed', output: { statusCode: 428 } }, 'offline', 'Connection Closed'],
  [{ message: 'Timed Out', output: { statusCode: 408 } }, 'uncertain', 'Timed Out'],
  [{ message: 'forbidden', data: 403, output: { statusCode: 500 } }, 'refused', '403: forbidden'],
  [{ message: 'x', data: 400 }, 'refused', '400: x'],
  [{ message: 'x', data: 429 }, 'limited', '429: x'],
  [{ message: 'x', data: 399 }, 'uncertain', 'x'],
  [{ message: 'x', data: 500 }, 'uncertain', 'x'],
  ['text', 'uncertain', 'text'],
])('%j is a %s failure', (error, reason, message) => {
  expect(relayError(error)).toMatchObject({ reason, message })
})
