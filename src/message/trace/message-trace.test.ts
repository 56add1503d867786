import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { giveTokens } from '../../testing/conversation/connections'
import { setSetting } from '../../testing/conversation/conversation'
import { createFakeChannel } from '../../testing/conversation/fake-channel'
import { messageEvent, phones, receive } from '../../testing/conversation/inbound'
import { createOutbox } from '../../testing/conversation/outbox'
import { createRequests } from '../../testing/world/requests'
import { runMacro } from '../../macro/run-macro'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { transferTicket } from '../../ticket/assignment/transfer-ticket'
import type { World } from '../../testing/world/world'
import { resendMessage } from '../message.routes'
import { interpretInbound } from '../inbound/interpret-inbound'
import { connectionTable } from '../../connection/connection.tables'
import { messageStepTable, messageTable } from '../message.tables'
import { forgetOldSteps } from './forget-old-steps'
import type { MessageTrace } from './message-trace.contract'

const start = new Date('2026-11-23T12:00:00Z')
const { world, ana, message, messages, send, type } = createOutbox(() => ({ now: start }))

const pass = (ms: number) => world().setTime(new Date(world().ctx(1).now.getTime() + ms))

/** A second session would end the first one. */
const sessions = new WeakMap<World, ReturnType<World['as']>>()
function asAna() {
  const known = sessions.get(world()) ?? world().as(world().ana)
  sessions.set(world(), known)
  return known
}

async function traceOf(id: number): Promise<MessageTrace> {
  const { status, body } = await (await asAna()).get(`/messages/${id}/trace`)
  expect([id, status]).toEqual([id, 200])
  return body as MessageTrace
}

const stepsOf = async (id: number) => (await traceOf(id)).steps.map(({ kind, data, user }) => [kind, data, user?.name])

const receipt = (id: number, ack: -1 | 1 | 2 | 3, more = {}) =>
  receive(world(), 1, { type: 'receipt', targetIds: [message(id)?.providerId ?? ''], ack, ...more })

test('tells each attempt with the provider’s answer, then each status once and with its own time', async () => {
  await type('um')
  await type('dois')
  const { channel, then, fail } = createFakeChannel()
  fail('offline')
  await send(channel)
  pass(60_000)
  fail('offline')
  await send(channel)
  fail('limited', '429 Too many')
  then(() => pass(800))
  await send(channel)
  pass(5_000)
  receipt(2, 3, { atMs: start.getTime() + 62_000 })
  receipt(2, 2, { atMs: start.getTime() + 61_000 })
  receipt(2, 2)
  receipt(2, 3)
  expect(await stepsOf(2)).toEqual([
    ['attempt', { outcome: 'offline' }, undefined],
    ['attempt', { outcome: 'limited', error: '429 Too many', ms: 0 }, undefined],
    ['attempt', { outcome: 'accepted', ms: 800 }, undefined],
    ['status', { ack: 3, providerAt: start.getTime() + 62_000 }, undefined],
    ['status', { ack: 2, providerAt: start.getTime() + 61_000 }, undefined],
  ])
  const [offline] = (await traceOf(2)).steps
  expect(offline).toMatchObject({
    times: 2,
    at: start.toISOString(),
    lastAt: new Date(start.getTime() + 60_000).toISOString(),
  })
  expect(await traceOf(2)).toMatchObject({
    user: { name: 'Ana Souza' },
    connection: { id: 1 },
    charge: null,
    isComplete: true,
  })
  // The other message of the conversation has only its own.
  expect((await stepsOf(3)).map(([, data]) => data)).toEqual([{ outcome: 'accepted', ms: 0 }])
})

test('tells a refusal in the provider’s words, the repetition and who asked for it', async () => {
  await type('um')
  const { channel, fail } = createFakeChannel()
  fail('refused', `131026 ${'x'.repeat(900)}`)
  await send(channel)
  expect((await (await asAna()).post('/messages/2/resend')).status).toBe(200)
  await send(channel)
  receipt(2, -1, { error: '131049 Not delivered' })
  const [refused, resend, , failed] = (await traceOf(2)).steps
  expect(refused?.data).toEqual({ outcome: 'refused', error: `131026 ${'x'.repeat(493)}`, ms: 0 })
  expect([resend?.kind, resend?.user?.name]).toEqual(['resend', 'Ana Souza'])
  expect([failed?.kind, failed?.data]).toEqual(['status', { ack: -1, error: '131049 Not delivered' }])
})

test('an attempt that the process did not survive is told, and no message has more than 200 steps', async () => {
  await type('um')
  const isSent = eq(messageTable.id, 2)
  world().ctx(1).db.update(messageTable).set({ sendState: 'sending', sendAttempts: 1 }).where(isSent).run()
  const { channel } = createFakeChannel()
  await send(channel)
  expect((await stepsOf(2)).map(([, data]) => data)).toEqual([
    { outcome: 'interrupted' },
    { outcome: 'accepted', ms: 0 },
  ])
  for (let count = 0; count < 120; count++) {
    world().ctx(1).db.update(messageTable).set({ sendState: 'failed', ack: -1 }).where(isSent).run()
    resendMessage(ana(), 2)
    await send(channel)
  }
  expect((await traceOf(2)).steps).toHaveLength(200)
})

test('a received message tells both times, who changed it, and what the bot did', async () => {
  const { channel } = createFakeChannel()
  world().ctx(1).db.update(connectionTable).set({ greetingMessage: 'Escolha' }).run()
  closeTicket(world().ctx(1), 1, { farewell: false })
  const late = messageEvent({ atMs: start.getTime() - 90_000, text: 'oi' })
  const connection = world().ctx(1).db.select().from(connectionTable).get()
  interpretInbound(world().ctx(1), connection!, [late], new Date(start.getTime() - 30_000))
  const id = messages().find(({ providerId }) => providerId === late.id)?.id ?? 0
  receive(world(), 1, { type: 'edit', targetId: late.id, text: 'olá', atMs: start.getTime() - 1_000, fromMe: false })
  receive(world(), 1, { type: 'delete', targetId: late.id, atMs: start.getTime(), fromMe: false })
  const trace = await traceOf(id)
  expect(trace).toMatchObject({ fromMe: false, createdAt: new Date(start.getTime() - 89_001).toISOString() })
  expect(await stepsOf(id)).toEqual([
    ['received', { filedAt: start.getTime() - 30_000 }, undefined],
    ['bot', { bot: 'queueMenu' }, undefined],
    ['edited', { by: 'contact', providerAt: start.getTime() - 1_000 }, undefined],
    ['deleted', { by: 'contact', providerAt: start.getTime() }, undefined],
  ])
  const answer = messages().find(({ body }) => body.startsWith('Escolha'))?.id ?? 0
  await send(channel)
  expect((await stepsOf(answer))[0]).toEqual(['written', { cause: { kind: 'bot', part: 'queueMenu' } }, undefined])
})

test('a message that came at once is told as received at its own time, one of an agent is not', async () => {
  await type('um')
  const { createdAt, steps } = await traceOf(1)
  expect(steps).toEqual([{ kind: 'received', at: createdAt, lastAt: createdAt, times: 1, user: null, data: {} }])
  expect((await stepsOf(2)).map(([kind]) => kind)).not.toContain('received')
})

test('a wait for the others of a burst is not told, one of a second is', async () => {
  const connection = world().ctx(1).db.select().from(connectionTable).get()
  const receivedAfter = async (waitedMs: number) => {
    const event = messageEvent({ atMs: start.getTime() - 1_000, text: 'oi' })
    interpretInbound(world().ctx(1), connection!, [event], new Date(start.getTime() - waitedMs))
    return (await stepsOf(messages().find(({ providerId }) => providerId === event.id)?.id ?? 0))[0]
  }
  expect(await receivedAfter(999)).toEqual(['received', {}, undefined])
  expect(await receivedAfter(1_000)).toEqual(['received', { filedAt: start.getTime() - 1_000 }, undefined])
})

test('edits and deletions of an agent are told with their name and the provider’s answer', async () => {
  await type('um')
  const { channel, fail } = createFakeChannel()
  await send(channel)
  const caller = await asAna()
  await caller.post('/messages/edit/2', { body: 'dois' })
  await send(channel)
  await caller.delete('/messages/2')
  fail('refused', '405 no')
  await send(channel)
  expect((await stepsOf(2)).slice(1)).toEqual([
    ['edited', {}, 'Ana Souza'],
    ['changeSent', { change: 'edit' }, undefined],
    ['deleted', {}, 'Ana Souza'],
    ['changeFailed', { change: 'delete', error: '405 no' }, undefined],
  ])
})

test('tells the macro, the API, the forwarded message and the closing message as causes', async () => {
  const caller = await asAna()
  const macro = await caller.post('/macros', {
    name: 'Preço',
    shared: false,
    steps: [{ kind: 'reply', text: 'Custa 10' }],
  })
  runMacro(ana(), macro.body.id, { ticketId: 1, key: 'k'.repeat(20), sign: false })
  await caller.post('/message/forward', { messageId: 1, contactId: 1 })
  giveTokens(world(), { 1: 'A'.repeat(30), 2: 'B'.repeat(30) })
  world().ctx(1).db.update(connectionTable).set({ number: '5511900000001', complationMessage: 'Até logo' }).run()
  const api = createRequests(world().app, 'A'.repeat(30))
  expect((await api.post('/api/messages/send', { number: phones[1], body: 'Saiu' })).status).toBe(200)
  closeTicket(ana(), 1, { farewell: true })
  const causes: unknown[] = []
  for (const { id } of messages().slice(1)) causes.push((await traceOf(id)).steps[0]?.data.cause)
  expect(causes).toEqual([
    { kind: 'macro', id: macro.body.id, name: 'Preço' },
    { kind: 'forward', id: 1 },
    { kind: 'api', id: 1, name: expect.any(String) },
    { kind: 'farewell' },
  ])
})

test('is told to those who see the message, with hidden numbers masked, and to no other company', async () => {
  await type('um')
  const { channel, fail } = createFakeChannel()
  fail('refused', `100 The number ${phones[1]} is unknown`)
  await send(channel)
  const [bruno, carla, gina] = [
    await world().as(world().bruno),
    await world().as(world().carla),
    await world().as(world().gina),
  ]
  expect((await carla.get('/messages/2/trace')).body.error).toBe('ERR_NO_MESSAGE_FOUND')
  expect((await gina.get('/messages/2/trace')).status).toBe(404)
  expect((await world().nobody.get('/messages/2/trace')).status).toBe(401)
  transferTicket(world().ctx(1), 1, { queueId: 1, userId: world().bruno.id })
  setSetting(world(), 'enableLGPD', 'enabled')
  setSetting(world(), 'lgpdHideNumber', 'enabled')
  const hidden = await bruno.get('/messages/2/trace')
  expect(hidden.status).toBe(200)
  expect(JSON.stringify(hidden.body)).not.toContain(phones[1])
  // Admins see numbers.
  expect(JSON.stringify(await traceOf(2))).toContain(`${phones[1]} is`)
})

test('is forgotten after 90 days, and with the message', async () => {
  await type('um')
  await type('dois')
  const { channel } = createFakeChannel()
  await send(channel)
  const steps = () =>
    world()
      .ctx(1)
      .db.select()
      .from(messageStepTable)
      .all()
      .map(({ messageId }) => messageId)
  expect(steps()).toEqual([2, 3])
  world().ctx(1).company.sqlite.run('DELETE FROM message WHERE id = 3')
  expect(steps()).toEqual([2])
  pass(80 * 86_400_000)
  await forgetOldSteps(world().ctx(1).company, world().ctx(1).now)
  expect(steps()).toEqual([2])
  pass(11 * 86_400_000)
  await forgetOldSteps(world().ctx(1).company, world().ctx(1).now)
  expect(steps()).toEqual([])
  expect(await traceOf(2)).toMatchObject({ isComplete: false, steps: [], user: { name: 'Ana Souza' } })
})
