import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ChannelError } from '../../channel/channel'
import { type ChannelName, cloudChannel } from '../../channel/channel-rules.contract'
import { connectionTable } from '../../connection/connection.tables'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { deleteMessage } from '../change/delete-message'
import { editMessage } from '../change/edit-message'
import { reactToMessage } from '../change/react-to-message'
import { outboundChangeTable } from '../message.tables'
import { messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { createOutbox } from '../../testing/conversation/outbox'
import { addOutboundChange } from './outbound-change'

const { world, ana, messages, message, waits, send, type } = createOutbox()

test('sends changes after their message, each once', async () => {
  await type('um')
  const { channel, calls } = createFakeChannel()
  await send(channel)
  const key = { id: message(2)?.providerId, fromMe: true }
  editMessage(ana(), 2, 'um, corrigido')
  reactToMessage(ana(), 1, '👍')
  deleteMessage(ana(), 2)
  await send(channel)
  const to = { kind: 'phone', value: phones[1] }
  expect(calls.slice(1)).toEqual([
    { name: 'edit', args: [to, key, 'um, corrigido'] },
    { name: 'react', args: [to, messages()[0]?.providerData?.key ?? {}, '👍'] },
    { name: 'delete', args: [to, key] },
  ] as never)
  expect(world().ctx(1).db.select().from(outboundChangeTable).all()).toEqual([])
})

test('sends read marks with the keys of the received messages', async () => {
  receive(world(), 1, messageEvent(), messageEvent())
  const { listMessages } = await import('../list/list-messages')
  listMessages(ana(), 1, { pageNumber: 1, selectedQueues: [] })
  const { channel, calls } = createFakeChannel()
  await send(channel)
  const keys = [message(3)?.providerData?.key, message(2)?.providerData?.key]
  expect(calls).toEqual([{ name: 'markRead', args: [keys, false] }] as never)
})

test('drops a change that the provider rejects, and keeps one without a session', async () => {
  reactToMessage(ana(), 1, '👍')
  const { channel, fail } = createFakeChannel()
  fail('offline')
  expect(await send(channel)).toBe('offline')
  expect(world().ctx(1).db.select().from(outboundChangeTable).all()).toHaveLength(1)
  fail('refused')
  expect(await send(channel)).toBe('drained')
  expect(world().ctx(1).db.select().from(outboundChangeTable).all()).toEqual([])
})

const setChannel = (channel: ChannelName) =>
  world().ctx(1).db.update(connectionTable).set({ channel }).where(eq(connectionTable.id, 1)).run()
const inAMoment = (ms: number) => world().setTime(new Date(world().ctx(1).now.getTime() + ms))

const notify = { id: 'N1', to: { kind: 'phone', value: phones[1] }, text: 'um' }

// WhatsApp recognises a notification that arrives again. A provider that does not gets it once, and goes on with the others.
test.each([
  ['whatsapp', 'notify', 'stuck', 2],
  ['whatsapp', 'react', 'stuck', 2],
  [cloudChannel, 'notify', 'drained', 1],
  [cloudChannel, 'react', 'drained', 2],
] as const)(
  'after %s lost the answer to a %s, the outbox is %s and sends it %s times',
  async (name, change, outcome, times) => {
    setChannel(name)
    if (change === 'notify') addOutboundChange(world().ctx(1), 1, 1, 'notify', notify)
    else reactToMessage(ana(), 1, '👍')
    const { channel, calls, fail } = createFakeChannel()
    fail('uncertain')
    expect(await send(channel)).toBe(outcome)
    if (outcome === 'drained') expect(await send(channel)).toBe('drained')
    expect(calls).toHaveLength(1)
    inAMoment(5_001)
    expect(await send(channel)).toBe('drained')
    expect(calls).toHaveLength(times)
    if (times === 2) expect(calls[1]).toEqual(calls[0] as never)
  },
)

test('gives up a change after eight limits, waiting longer after each', async () => {
  reactToMessage(ana(), 1, '👍')
  const { channel, calls, fail } = createFakeChannel()
  for (let tries = 0; tries < 8; tries++) fail('limited')
  expect(await send(channel)).toBe('drained')
  expect(calls).toHaveLength(8)
  expect(waits.slice(0, 5)).toEqual([2_000, 5_000, 15_000, 60_000, 60_000])
})

test('does not reject a call that rang long ago', async () => {
  const caller = { kind: 'phone', value: phones[1] }
  const ctx = world().ctx(1)
  ctx.transaction(() => {
    addOutboundChange(ctx, 1, 1, 'rejectCall', { callId: 'old', caller, untilMs: Date.now() - 1 })
    addOutboundChange(ctx, 1, 1, 'rejectCall', { callId: 'new', caller, untilMs: Date.now() + 60_000 })
  })
  const { channel, calls } = createFakeChannel()
  await send(channel)
  expect(calls).toEqual([{ name: 'rejectCall', args: ['new', caller] }] as never)
})

test.each(['whatsapp', cloudChannel] as const)(
  'waits longer after each limit of a phone on %s, and delays nothing else',
  async (name) => {
    setChannel(name)
    const agent = { kind: 'phone', value: '5511900000001' }
    const caller = { kind: 'phone', value: phones[1] }
    const ctx = world().ctx(1)
    addOutboundChange(ctx, 1, 1, 'notify', { id: 'N1', to: agent, text: 'um' })
    addOutboundChange(ctx, 1, 1, 'notify', { id: 'N2', to: agent, text: 'dois' })
    reactToMessage(ana(), 1, '👍')
    addOutboundChange(ctx, 1, 1, 'rejectCall', { callId: 'C', caller, untilMs: Date.now() + 3_600_000 })
    const { channel, calls, then } = createFakeChannel()
    const limit = () => {
      throw new ChannelError('limited', 'Pair rate limit hit', 6_000)
    }
    then(limit, limit)
    await send(channel)
    expect(calls.map(({ name }) => name)).toEqual(['send', 'react', 'rejectCall'])
    expect(waits).toEqual([])
    then(limit, limit)
    world().setTime(new Date(ctx.now.getTime() + 7_000))
    await send(channel)
    world().setTime(new Date(ctx.now.getTime() + 7_000 + 11_000))
    await send(channel)
    expect(calls).toHaveLength(5)
    world().setTime(new Date(ctx.now.getTime() + 7_000 + 13_000))
    await send(channel)
    expect(
      calls
        .slice(5)
        .map(({ name, args }) => (name === 'send' ? args[0].id : name))
        .toSorted(),
    ).toEqual(['N1', 'N2', 'react'])
  },
)
