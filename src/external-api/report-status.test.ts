import { afterEach, beforeEach, expect, test } from 'bun:test'
import { changePlans } from '../testing/world/change-plans'
import { recordEvent } from '../kernel/event/event-log'
import { giveTokens } from '../testing/conversation/connections'
import { listMessageRows } from '../testing/conversation/conversation'
import { phones } from '../testing/conversation/inbound'
import { createRequests } from '../testing/world/requests'
import { answers, startWebhookReceiver, type WebhookReceiver } from '../testing/services/receiver/webhook-receiver'
import { type Caller, createWorld, type World } from '../testing/world/world'

const tokens = { 1: 'A'.repeat(30), 2: 'B'.repeat(30) }
const text = { number: phones[1], body: 'Seu pedido saiu' }

let world: World
let receiver: WebhookReceiver
let api: ReturnType<typeof createRequests>
let ana: Caller
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  const now = new Date('2026-03-02T12:00:00Z')
  world = await createWorld({ now, environment: { OUTGOING_ALLOW: receiver.address } })
  giveTokens(world, tokens)
  api = createRequests(world.app, tokens[1])
  ana = await world.as(world.ana)
})
afterEach(async () => {
  await world.stop()
  receiver.stop()
})

const deliver = async () => {
  while ((await world.runJobs(1)) > 0);
}

/** Simulates the provider's or outbox's report about a message. */
function become(id: number, columns: { ack: number; sendState?: string | null; sendError?: string }) {
  const ctx = world.ctx(1)
  ctx.transaction(() => {
    const { ack, sendState = null, sendError = null } = columns
    ctx.company.sqlite.run('UPDATE message SET ack = ?, send_state = ?, send_error = ? WHERE id = ?', [
      ...[ack, sendState, sendError, id],
    ])
    recordEvent(ctx, 'message.delivered', { messageId: id, ticketId: 1 }, { ack })
  })
}

const reports = () => receiver.webhooks.map(({ body }) => [body.message.id, body.message.status, body.message.error])

test('reports each status of an API message once, in order and signed, and nothing else', async () => {
  const { body: saved } = await ana.put('/connection-webhooks/1', { url: receiver.url })
  expect(saved).toMatchObject({ whatsappId: 1, url: receiver.url, secret: 'set', pausedUntil: null })
  const secret = String(saved.newSecret)
  expect(secret).toMatch(/^[A-Za-z0-9]{40}$/)
  const { body: sent } = await api.post('/api/messages/send', text)
  const { body: again } = await api.post('/api/messages/send', { ...text, body: 'E chegou' })
  const [first, second] = [Number(sent.messageId), Number(again.messageId)]
  become(first, { ack: 1 })
  become(first, { ack: 1 })
  become(first, { ack: 2 })
  become(second, { ack: -1, sendState: 'failed', sendError: '463 Too many' })
  become(first, { ack: 3 })
  become(first, { ack: 4 })
  await deliver()
  expect(reports()).toEqual([
    [first, 'sent', null],
    [first, 'delivered', null],
    [second, 'failed', '463 Too many'],
    [first, 'read', null],
  ])
  expect(receiver.webhooks.every((webhook) => webhook.isSigned(secret))).toBe(true)
  const [webhook] = receiver.webhooks
  expect(webhook?.body).toEqual({
    id: webhook?.deliveryId,
    event: 'message.status',
    createdAt: '2026-03-02T12:00:00.000Z',
    connection: { id: 1, name: 'Acme WhatsApp', channel: 'whatsapp', number: '5511900000001' },
    ticket: { id: 1, uuid: sent.uuid },
    message: { id: first, status: 'sent', error: null, at: '2026-03-02T12:00:00.000Z' },
  })
  const status = await api.get(`/api/messages/${first}`)
  expect(status.body).toEqual(receiver.webhooks.at(-1)?.body.message)
})

test('gives the time of the status, with and without an address', async () => {
  const start = Date.parse('2026-03-02T12:00:00Z')
  const at = (minutes: number) => new Date(start + minutes * 60_000)
  const [id, other] = [await api.post('/api/messages/send', text), await api.post('/api/messages/send', text)].map(
    ({ body }) => Number(body.messageId),
  ) as [number, number]
  const stateOf = async (message: number) => {
    const { status, at: time } = (await api.get(`/api/messages/${message}`)).body
    return [status, time]
  }
  world.setTime(at(1))
  become(id, { ack: 1 })
  world.setTime(at(2))
  expect(await stateOf(id)).toEqual(['sent', at(1).toISOString()])
  await ana.put('/connection-webhooks/1', { url: receiver.url })
  become(id, { ack: 3 })
  world.setTime(at(3))
  become(id, { ack: 4 })
  expect(await stateOf(id)).toEqual(['read', at(2).toISOString()])
  become(other, { ack: -1, sendState: 'failed', sendError: 'no' })
  expect(await stateOf(other)).toEqual(['failed', at(3).toISOString()])
  await deliver()
  expect(receiver.webhooks.map(({ body }) => body.message.at)).toEqual([at(2).toISOString(), at(3).toISOString()])
})

test('reports what happens from when the address is set, also to messages sent before', async () => {
  const send = async () => Number((await api.post('/api/messages/send', text)).body.messageId)
  const [before, other] = [await send(), await send()]
  become(before, { ack: 1 })
  await ana.put('/connection-webhooks/1', { url: receiver.url })
  become(before, { ack: 2 })
  become(other, { ack: -1, sendState: 'failed', sendError: '463 Too many' })
  await ana.put('/connection-webhooks/1', { url: '' })
  become(before, { ack: 3 })
  const off = await send()
  become(off, { ack: 2 })
  await ana.put('/connection-webhooks/1', { url: receiver.url })
  become(off, { ack: 3 })
  await deliver()
  expect(reports()).toEqual([
    [before, 'delivered', null],
    [other, 'failed', '463 Too many'],
    [off, 'read', null],
  ])
})

test('of messages from the screen, or by another connection, reports nothing', async () => {
  await ana.put('/connection-webhooks/1', { url: receiver.url })
  await api.post('/api/messages/send', text)
  await ana.put('/tickets/1', { status: 'open', userId: world.ana.id, queueId: 1 })
  expect((await ana.post('/messages/1', { body: 'Da tela' })).status).toBe(200)
  const fromScreen = listMessageRows(world).at(-1)
  expect(fromScreen?.body).toBe('Da tela')
  become(fromScreen?.id ?? 0, { ack: 2 })
  await deliver()
  expect(reports()).toEqual([])
})

test('retries a failing receiver under the same id; the log can resend manually', async () => {
  await ana.put('/connection-webhooks/1', { url: receiver.url })
  const { body: sent } = await api.post('/api/messages/send', text)
  receiver.answerWith(answers.error)
  become(Number(sent.messageId), { ack: 1 })
  await deliver()
  world.setTime(new Date('2026-03-02T12:00:10Z'))
  await deliver()
  expect(new Set(receiver.webhooks.map(({ deliveryId }) => deliveryId)).size).toBe(1)
  expect(receiver.webhooks).toHaveLength(2)
  const log = async () => (await ana.get('/connection-webhooks/1/deliveries')).body as Record<string, unknown>[]
  const [failing] = await log()
  expect(failing).toMatchObject({ event: 'message.status', state: 'queued', attempts: 2, status: 500, error: 'status' })
  receiver.answerWith(answers.ok)
  const path = `/connection-webhooks/1/deliveries/${String(failing?.['id'])}/send`
  expect((await ana.post(path, {})).body).toMatchObject({ ok: true, status: 200 })
  expect(await log()).toMatchObject([{ state: 'sent', attempts: 3, attemptedAt: '2026-03-02T12:00:10.000Z' }])
  expect((await ana.post('/connection-webhooks/1/test', {})).body).toMatchObject({ ok: true, status: 200 })
  expect((await log()).map(({ event, state }) => [event, state])).toEqual([
    ['ping', 'sent'],
    ['message.status', 'sent'],
  ])
  expect((await ana.post('/connection-webhooks/1/deliveries/999/send', {})).status).toBe(404)
})

test('is limited to admins, shows the secret once, and refuses private addresses', async () => {
  const bruno = await world.as(world.bruno)
  const paths = [
    ['get', '/connection-webhooks'],
    ['put', '/connection-webhooks/1'],
    ['post', '/connection-webhooks/1/secret'],
    ['post', '/connection-webhooks/1/test'],
    ['get', '/connection-webhooks/1/deliveries'],
    ['post', '/connection-webhooks/1/deliveries/1/send'],
  ] as const
  for (const [method, path] of paths) {
    expect([path, (await bruno[method](path, { url: '' } as never)).status]).toEqual([path, 403])
  }
  for (const url of ['http://localhost:1', 'http://169.254.169.254/', 'ftp://example.com', 'nonsense']) {
    const refused = await ana.put('/connection-webhooks/1', { url })
    expect([url, refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([url, 400, ['url']])
  }
  const { body: saved } = await ana.put('/connection-webhooks/1', { url: receiver.url })
  expect(JSON.stringify((await ana.get('/connection-webhooks')).body)).not.toContain(String(saved.newSecret))
  const { body: replaced } = await ana.post('/connection-webhooks/1/secret', {})
  await ana.post('/connection-webhooks/1/test', {})
  expect(receiver.webhooks.at(-1)?.isSigned(String(replaced.newSecret))).toBe(true)
  expect((await ana.put('/connection-webhooks/99', { url: '' })).status).toBe(404)
  const gina = await world.as(world.gina)
  expect((await gina.get('/connection-webhooks')).body).toMatchObject([{ whatsappId: 1, url: '', secret: 'none' }])
  expect((await gina.post('/connection-webhooks/1/test', {})).body.fields).toEqual({ url: 'required' })
})

test('requires the API in the plan', async () => {
  changePlans(world, { useExternalApi: false })
  expect((await ana.get('/connection-webhooks')).status).toBe(402)
})
