import { expect, test } from 'bun:test'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { createOutbox } from '../../testing/conversation/outbox'
import { createSlowNode } from '../../testing/world/slow-node'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { deleteMessage } from '../change/delete-message'
import { outboundChangeTable } from '../message.tables'

let node = createSlowNode()
const { world, ana, message, send, type } = createOutbox(() => {
  node = createSlowNode()
  return { node: node.node, environment: { LOG_LEVEL: 'silent' } }
})
const acme = 1

test('a message leaves once its writes are safe, and only once', async () => {
  node.shut(acme)
  await type('um')
  const { channel, sentIds } = createFakeChannel()
  const sending = send(channel)
  await until(() => message(2)?.sendState === 'sending', 'the message to be on its way')
  await Bun.sleep(20)
  expect(sentIds()).toEqual([])
  node.open(acme)
  expect(await sending).toBe('drained')
  expect(sentIds()).toEqual([message(2)?.providerId ?? ''])
  expect(message(2)).toMatchObject({ sendState: null, ack: 1 })
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toHaveLength(1)
})

test('a message whose writes will never be safe does not leave, and is not failed', async () => {
  node.shut(acme)
  await type('um')
  const { channel, calls } = createFakeChannel()
  const sending = send(channel)
  await until(() => message(2)?.sendState === 'sending', 'the message to be on its way')
  node.lose(acme)
  expect(await sending).toBe('offline')
  expect(calls).toEqual([])
  expect(message(2)).toMatchObject({ sendState: 'queued', ack: 0 })
})

test('a change of a message leaves once it is safe', async () => {
  await type('um')
  const { channel, calls } = createFakeChannel()
  await send(channel)
  node.shut(acme)
  deleteMessage(ana(), 2)
  const sending = send(channel)
  await until(() => node.waiting(acme) > 1, 'the gate to hold it')
  await Bun.sleep(20)
  expect(calls.map(({ name }) => name)).not.toContain('delete')
  node.open(acme)
  await sending
  expect(calls.filter(({ name }) => name === 'delete')).toHaveLength(1)
  expect(world().ctx(acme).db.select().from(outboundChangeTable).all()).toEqual([])
})

test('while nothing may be written nothing is sent, and it is sent afterwards', async () => {
  await type('um')
  node.setReadOnly(acme, true)
  const { channel, sentIds } = createFakeChannel()
  expect(await send(channel)).toBe('offline')
  expect([sentIds(), message(2)?.sendState]).toEqual([[], 'queued'])
  node.setReadOnly(acme, false)
  expect(await send(channel)).toBe('drained')
  expect(sentIds()).toHaveLength(1)
})
