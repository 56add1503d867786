import { beforeEach, expect, test } from 'bun:test'
import { ApiError } from '../api/api-error'
import { deliveryOf } from '../message/shown-message'
import { anyMessage } from '../message/testing/any-message'
import { messageEvent } from '../message/testing/fake-conversation'
import { openConversation, useVisibleDocument } from './testing/open-conversation'

useVisibleDocument()

const draft = { body: 'Oi', isPrivate: false, sign: false, quoted: null }
let open: ReturnType<typeof openConversation>
beforeEach(() => {
  open = openConversation()
})

test('shows a message at once, and replaces it with its echo under the same key', async () => {
  const { model, outbox, say, take, keys } = open
  outbox.send(draft)
  const pending = model.messages.value.at(-1)
  expect(pending?.body).toBe('Oi')
  expect(pending && deliveryOf(pending)).toBe('pending')

  const { clientId } = take('POST').body as { clientId: string }
  say('appMessage', messageEvent('create', anyMessage({ id: 11, fromMe: true, ack: 1, clientId, body: 'Oi' })))
  expect(keys()).toEqual(['10', clientId])
  expect(outbox.messages.value).toEqual([])
  expect(model.messages.value.at(-1)).toMatchObject({ id: 11, ack: 1 })
})

test('ignores an answer older than the echo', async () => {
  const { model, outbox, say, take } = open
  outbox.send(draft)
  const call = take('POST')
  const { clientId } = call.body as { clientId: string }
  say('appMessage', messageEvent('create', anyMessage({ id: 11, fromMe: true, ack: 2, clientId })))
  await call.answer({ messages: [anyMessage({ id: 11, fromMe: true, ack: 0, clientId })] })
  expect(model.messages.value.at(-1)?.ack).toBe(2)
})

test('adds the message from the answer when there is no echo', async () => {
  const { model, outbox, take, keys } = open
  outbox.send(draft)
  const call = take('POST')
  const { clientId } = call.body as { clientId: string }
  await call.answer({ messages: [anyMessage({ id: 11, fromMe: true })] })
  expect(keys()).toEqual(['10', clientId])
  expect(model.messages.value.at(-1)?.outgoing).toBeUndefined()
})

test('keeps a rejected message as failed, and resends it under the same id', async () => {
  const { model, outbox, take } = open
  outbox.send(draft)
  const first = take('POST')
  await first.refuse(new ApiError(400, 'ERR_TICKET_CLOSED', ''))
  const failed = model.messages.value.at(-1)
  expect(failed && deliveryOf(failed)).toBe('failed')
  outbox.retry(failed?.key ?? '')
  expect(take('POST').body).toEqual(first.body as object)
})

test('sends messages one at a time', async () => {
  const { outbox, calls, take } = open
  outbox.send({ ...draft, body: 'um' })
  outbox.send({ ...draft, body: 'dois' })
  expect(calls.map(({ body }) => (body as typeof draft).body)).toEqual(['um'])
  await take('POST').answer({ messages: [anyMessage({ id: 11, fromMe: true })] })
  expect(calls.map(({ body }) => (body as typeof draft).body)).toEqual(['dois'])
})

test('queues messages without a network, and sends them in order after a reconnection', async () => {
  const { model, outbox, calls, take, state } = open
  outbox.send({ ...draft, body: 'sem rede' })
  await take('POST').refuse(new ApiError(0, 'ERR_NETWORK', ''))
  outbox.send({ ...draft, body: 'depois' })
  expect(calls).toEqual([])
  expect(model.messages.value.slice(-2).map(deliveryOf)).toEqual(['offline', 'offline'])
  state.value = 'offline'
  state.value = 'online'
  expect(calls.map(({ body }) => (body as typeof draft).body)).toEqual(['sem rede'])
  await take('POST').refuse(new ApiError(400, 'ERR_TICKET_CLOSED', ''))
  expect(calls.map(({ body }) => (body as typeof draft).body)).toEqual(['depois'])
  await take('POST').answer({ messages: [anyMessage({ id: 12, fromMe: true, ack: 1 })] })
  expect(model.messages.value.slice(-2).map(deliveryOf)).toEqual(['sent', 'failed'])
})

test('a closed conversation receives nothing more, and does not take away what a newer one receives', async () => {
  const { outbox, visit, take, stop, release, model } = open
  outbox.send({ ...draft, body: 'um' })
  stop()
  const second = visit()
  release()
  const stored = anyMessage({ id: 11, fromMe: true, body: 'um' })
  await take('POST').answer({ messages: [stored] })
  expect(second.model.messages.value.at(-1)).toMatchObject({ id: 11 })
  expect(model.messages.value.at(-1)).toMatchObject({ id: 10 })
  second.stop()
  second.release()
  outbox.send({ ...draft, body: 'dois' })
  await take('POST').answer({ messages: [anyMessage({ id: 12, fromMe: true, body: 'dois' })] })
  expect(second.model.messages.value.at(-1)).toMatchObject({ id: 11 })
})

test('restores queued messages on return, sends them once, and then deletes them', async () => {
  const { outbox, outboxes, visit, calls, take, state, stop } = open
  outbox.send({ ...draft, body: 'sem rede' })
  const sent = take('POST')
  await sent.refuse(new ApiError(0, 'ERR_NETWORK', ''))
  stop()
  outboxes.forgetSent()
  const second = visit()
  expect(second.model.messages.value.at(-1)).toMatchObject({ body: 'sem rede', outgoing: { state: 'offline' } })
  second.stop()
  outboxes.forgetSent()
  // The answer was lost but the message was stored. The page contains it, and the same id finds it.
  const { clientId } = sent.body as { clientId: string }
  const stored = anyMessage({ id: 11, fromMe: true, clientId, body: 'sem rede', ack: 1 })
  const third = visit([anyMessage({ id: 10 }), stored])
  expect(third.keys()).toEqual(['10', clientId])
  state.value = 'offline'
  state.value = 'online'
  const again = take('POST')
  expect(again.body).toEqual(sent.body as object)
  await again.answer({ messages: [stored] })
  expect([third.keys(), third.outbox.messages.value, calls]).toEqual([['10', clientId], [], []])
  third.stop()
  outboxes.forgetSent()
  expect(outboxes.of(1)).not.toBe(third.outbox)
})
