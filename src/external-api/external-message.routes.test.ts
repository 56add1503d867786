import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Channel } from '../channel/channel'
import { errorStatus } from '../kernel/errors'
import { externalApiErrors } from './external-message.contract'
import { contactTable } from '../contact/contact.tables'
import { groupMessageEvent, messageEvent, phones, receive } from '../testing/conversation/inbound'
import { findTicketRowOf, listMessageRows, openTicket } from '../testing/conversation/conversation'
import { addConnection, giveTokens, setSession } from '../testing/conversation/connections'
import { createRequests } from '../testing/world/requests'
import { effectsOf } from '../testing/world/side-effects'
import { createWorld, type World } from '../testing/world/world'

const tokens = { 1: 'A'.repeat(30), 2: 'B'.repeat(30) }
const path = '/api/messages/send'
const text = { number: phones[1], body: 'Seu pedido saiu' }

let world: World
let api: ReturnType<typeof createRequests>
beforeEach(async () => {
  world = await createWorld()
  giveTokens(world, tokens)
  api = createRequests(world.app, tokens[1])
})
afterEach(() => world.stop())

const asked: string[] = []
/** Connects; numbers that end in 0000 have no account. */
function connect(until?: Promise<unknown>) {
  asked.length = 0
  const channel: Partial<Channel> = {
    checkNumbers: async (numbers) => {
      asked.push(...numbers)
      await until
      return numbers.map((value) => (value.endsWith('0000') ? undefined : { addresses: [{ kind: 'phone', value }] }))
    },
  }
  world.ports.connections = { ...world.ports.connections, channel: () => channel as Channel }
}
const contacts = () => world.ctx(1).db.select().from(contactTable).all()
const fieldsOf = async (body: object) => {
  const { status, body: answer } = await api.post(path, body)
  return [status, answer.fields]
}

function multipart(fields: Record<string, string>, files: File[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) form.append('medias', file)
  return form
}

test('sends a text to a known contact, and its ticket is pending', async () => {
  connect()
  const { status, body } = await api.post(path, { ...text, number: Number(phones[1]) })
  expect([status, body]).toEqual([
    200,
    { status: 'SUCCESS', messageId: 1, messageIds: [1], ticketId: 1, uuid: expect.any(String), contactId: 1 },
  ])
  expect(findTicketRowOf(world)).toMatchObject({ status: 'pending', queueId: null, userId: null, contactId: 1 })
  expect(listMessageRows(world)).toMatchObject([{ body: 'Seu pedido saiu', fromMe: true, sendState: 'queued' }])
  expect(asked).toEqual([])
  await api.post(path, text)
  expect(listMessageRows(world).map(({ ticketId }) => ticketId)).toEqual([1, 1])
})

test('creates a contact known to the provider, and no other', async () => {
  connect()
  const sent = await api.post(path, { number: '+55 11 95555 0001', body: 'Oi', name: 'Rita' })
  expect(sent.body.contactId).toBe(2)
  await api.post(path, { number: '5511955550002', body: 'Oi' })
  const unknown = await api.post(path, { number: '5511955550000', body: 'Oi' })
  expect([unknown.status, unknown.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
  expect(unknown.body.fields).toEqual({ number: 'noAccount' })
  expect(contacts().map(({ name, number }) => [name, number])).toEqual([
    ['Dona Maria', phones[1]],
    ['Rita', '5511955550001'],
    ['5511955550002', '5511955550002'],
  ])
  expect(asked).toEqual(['5511955550001', '5511955550002', '5511955550000'])
})

test('finds a contact with and without the ninth digit', async () => {
  connect()
  const with9 = await api.post(path, { number: '5511985550001', body: 'Oi' })
  const without9 = await api.post(path, { number: '551185550001', body: 'Oi' })
  expect(without9.body.ticketId).toBe(with9.body.ticketId)
})

test('names the invalid field', async () => {
  connect()
  expect(await fieldsOf({})).toEqual([400, { number: 'required' }])
  expect(await fieldsOf({ number: '', body: 'x' })).toEqual([400, { number: 'required' }])
  for (const number of ['(11) 98888-0001', '55119a', '٥٥١١٩٨٨٨٨٠٠٠١'])
    expect(await fieldsOf({ number, body: 'x' })).toEqual([400, { number: 'onlyDigits' }])
  for (const number of ['5511988', '5511988880001234'])
    expect(await fieldsOf({ number, body: 'x' })).toEqual([400, { number: 'phoneLength' }])
  expect(await fieldsOf({ number: phones[1], body: '  ' })).toEqual([400, { body: 'required' }])
  expect(await fieldsOf({ ...text, queueId: 99 })).toEqual([400, { queueId: 'unknown' }])
  expect(await fieldsOf({ ...text, userId: 99 })).toEqual([400, { userId: 'unknown' }])
  expect(await fieldsOf({ ...text, userId: 'abc' })).toEqual([400, { userId: expect.any(String) }])
  expect(await fieldsOf({ ...text, userId: 1 })).toEqual([400, { queueId: 'required' }])
  expect(await fieldsOf({ ...text, body: 'x'.repeat(65_537) })).toEqual([400, { body: expect.any(String) }])
  expect([listMessageRows(world), contacts().length]).toEqual([[], 1])
})

test('assigns the ticket to the user in the given queue, or in their only one', async () => {
  connect()
  await api.post(path, { ...text, userId: '3', queueId: '1', sendSignature: 'true' })
  expect(findTicketRowOf(world)).toMatchObject({ status: 'open', userId: 3, queueId: 1 })
  expect(listMessageRows(world)[0]?.body).toBe('*Carla Dias:*\nSeu pedido saiu')
  const second = await api.post(path, { number: '5511955550001', body: 'Oi', userId: 2, queueId: '' })
  expect(findTicketRowOf(world, second.body.ticketId)).toMatchObject({ status: 'open', userId: 2, queueId: 1 })
})

test('puts a ticket without user into the queue, with the priority if it is new', async () => {
  connect()
  await api.post(path, { ...text, userId: 0, queueId: 2, priority: 'urgent' })
  const opened = { status: 'pending', userId: null, queueId: 2, priority: 'urgent' }
  expect(findTicketRowOf(world)).toMatchObject(opened)
  await api.post(path, { ...text, priority: 'low' })
  expect(findTicketRowOf(world)).toMatchObject(opened)
  expect((await api.post(path, { ...text, priority: 'now' })).body.fields).toEqual({ priority: 'invalid' })
})

test("refuses another user's open ticket, and uses it when no user is named", async () => {
  connect()
  openTicket(world)
  const { status, body } = await api.post(path, { ...text, userId: 3 })
  expect([status, body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET'])
  expect(JSON.stringify(body)).toContain('Bruno Lima')
  expect((await api.post(path, text)).body.ticketId).toBe(1)
  expect((await api.post(path, { ...text, userId: 2 })).body.ticketId).toBe(1)
  expect(findTicketRowOf(world)).toMatchObject({ status: 'open', userId: 2 })
})

test('stores the message in the history with closeTicket, and reads "false" as false', async () => {
  connect()
  await api.post(path, { ...text, closeTicket: 'false' })
  expect(findTicketRowOf(world)).toMatchObject({ status: 'pending' })
  await api.post(path, { number: '5511955550001', body: 'Oi', closeTicket: true })
  expect(findTicketRowOf(world, 2)).toMatchObject({ status: 'closed' })
  expect(listMessageRows(world)).toHaveLength(2)
})

test('closeTicket closes a ticket that waits for nobody in particular, without a farewell, and no other', async () => {
  connect()
  await (await world.as(world.ana)).put('/whatsapp/1', { complationMessage: 'Até logo' })
  receive(world, 1, messageEvent({ text: 'Onde está meu pedido?' }))
  receive(world, 1, messageEvent({ text: 'Oi', phone: '5511955550001' }))
  const { answer, ...effects } = await effectsOf(world, () => api.post(path, { ...text, closeTicket: true }))
  expect(answer.body).toMatchObject({ ticketId: 1 })
  expect(effects.events).toMatchObject({ 'message.sent': 1, 'ticket.closed': 1 })
  expect([1, 2].map((id) => findTicketRowOf(world, id)?.status)).toEqual(['closed', 'pending'])
  expect(listMessageRows(world).map(({ body }) => body)).toEqual(['Onde está meu pedido?', 'Oi', 'Seu pedido saiu'])

  const { sqlite } = world.ctx(1).company
  for (const attended of [
    "status = 'open', user_id = 2",
    "status = 'pending', user_id = 2",
    "status = 'nps', user_id = 2",
  ]) {
    sqlite.run(`UPDATE ticket SET ${attended} WHERE id = 1`)
    const before = findTicketRowOf(world)
    expect((await api.post(path, { ...text, closeTicket: true })).status).toBe(200)
    const { status, userId } = findTicketRowOf(world) ?? {}
    expect([status, userId]).toEqual([before?.status, 2])
  }
  sqlite.run("UPDATE ticket SET status = 'pending', user_id = NULL WHERE id = 1")
  await api.post(path, { ...text, closeTicket: 'false' })
  expect(findTicketRowOf(world)?.status).toBe('pending')
})

test('sends files, the text with the first of them', async () => {
  connect()
  const files = [new File(['um'], '../../um.txt'), new File(['dois'], 'dois.txt')]
  const { status, body } = await api.post(path, multipart({ ...text, sendSignature: 'false' }, files))
  expect([status, body.messageIds]).toEqual([200, [1, 2]])
  expect(listMessageRows(world).map(({ body: caption }) => caption)).toEqual(['Seu pedido saiu', expect.any(String)])
  expect(JSON.stringify(listMessageRows(world))).not.toContain('..')
  const alone = await api.post(path, multipart({ number: phones[1] }, [new File(['um'], 'um.txt')]))
  expect(alone.status).toBe(200)
  const empty = await api.post(path, multipart(text, [new File([], 'vazio.txt')]))
  expect([empty.status, listMessageRows(world).length]).toEqual([400, 3])
})

test('documents refusals with their statuses', () => {
  for (const [status, code] of externalApiErrors) expect([code, errorStatus[code]]).toEqual([code, status])
})

test('writes to known groups only', async () => {
  connect()
  receive(world, 1, groupMessageEvent())
  const group = { number: '120363000000000001@g.us', body: 'Aviso' }
  expect((await api.post(path, group)).status).toBe(200)
  expect((await api.post(path, { ...group, number: '120363000000000001' })).body.messageId).toBe(3)
  expect(await fieldsOf({ ...group, number: '120363000000000002' })).toEqual([400, { number: 'unknownGroup' }])
  world.ctx(1).company.sqlite.run('UPDATE connection SET allow_group = 0')
  expect(await fieldsOf(group)).toEqual([400, { number: 'unknownGroup' }])
})

test('queues while the connection reconnects, and refuses when no account is paired', async () => {
  expect((await api.post(path, text)).body.status).toBe('QUEUED')
  expect((await api.post(path, { number: '5511955550001', body: 'Oi' })).body.status).toBe('QUEUED')
  setSession(world, 1, { status: 'DISCONNECTED', number: '' })
  const { status, body } = await api.post(path, text)
  expect([status, body.error]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
})

test('answers a repeated key with the stored answer', async () => {
  connect()
  const key = { 'idempotency-key': 'pedido-7' }
  const first = await api.post(path, text, key)
  const again = await api.post(path, text, key)
  expect(again.body).toEqual(first.body)
  expect([first.headers.get('idempotent-replay'), again.headers.get('idempotent-replay')]).toEqual([null, 'true'])
  const other = await api.post(path, { ...text, body: 'Outro' }, key)
  expect([other.status, other.body.error]).toEqual([422, 'ERR_IDEMPOTENCY_KEY_REUSED'])
  expect((await api.post(path, text, { 'idempotency-key': 'a b' })).body.fields).toEqual({
    'Idempotency-Key': 'invalid',
  })
  expect(listMessageRows(world)).toHaveLength(1)
  await createRequests(world.app, tokens[2]).post(path, { number: phones[2], body: 'x' }, key)
  expect(listMessageRows(world, 2)).toHaveLength(1)
})

test('a repeated key with another file of the same name and size is refused', async () => {
  connect()
  const send = (content: string) =>
    api.post(path, multipart(text, [new File([content], 'boleto.txt')]), { 'idempotency-key': 'boleto-7' })
  const first = await send('R$ 10,00')
  const other = await send('R$ 90,00')
  expect([first.status, other.status, other.body.error]).toEqual([200, 422, 'ERR_IDEMPOTENCY_KEY_REUSED'])
  expect((await send('R$ 10,00')).body).toEqual(first.body)
  expect(listMessageRows(world)).toHaveLength(1)
})

test('sends once for many parallel requests with one key', async () => {
  connect()
  const body = { number: '5511955550001', body: 'Oi' }
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => api.post(path, body, { 'idempotency-key': 'pedido-8' })),
  )
  expect(listMessageRows(world)).toHaveLength(1)
  // Most exceed the limit of a token before their key is read; those that overlap with the first get 409.
  for (const { status, body, headers } of answers) {
    expect([200, 409, 429]).toContain(status)
    if (status === 409) {
      expect([body.error, headers.get('retry-after')]).toEqual(['ERR_REQUEST_IN_PROGRESS', '1'])
    }
  }
  const accepted = answers.filter(({ status }) => status === 200).map((answer) => answer.body)
  expect(accepted.length).toBeGreaterThan(0)
  expect(new Set(accepted.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

test('refuses a repeated key while its request is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  connect(promise)
  const send = () => api.post(path, { number: '5511955550001', body: 'Oi' }, { 'idempotency-key': 'pedido-9' })
  const first = send()
  while (asked.length === 0) await Bun.sleep(1)
  const { status, body, headers } = await send()
  expect([status, body.error, headers.get('retry-after')]).toEqual([409, 'ERR_REQUEST_IN_PROGRESS', '1'])
  resolve()
  expect((await first).status).toBe(200)
  expect((await send()).body).toEqual((await first).body)
})

test('forgets keys after a day', async () => {
  connect()
  world.setTime(new Date('2026-03-01T12:00:00Z'))
  await api.post(path, text, { 'idempotency-key': 'a' })
  world.setTime(new Date('2026-03-02T12:00:01Z'))
  await api.post(path, text, { 'idempotency-key': 'b' })
  await api.post(path, text, { 'idempotency-key': 'a' })
  expect(listMessageRows(world)).toHaveLength(3)
})

test('returns the status of a message of its connection', async () => {
  connect()
  await api.post(path, text)
  expect((await api.get('/api/messages/1')).body).toEqual({
    id: 1,
    status: 'queued',
    error: null,
    at: expect.any(String),
  })
  const sqlite = world.ctx(1).company.sqlite
  const status = async () => (await api.get('/api/messages/1')).body.status
  sqlite.run("UPDATE message SET send_state = NULL, ack = 1, provider_id = '3EB0A'")
  expect(await status()).toBe('sent')
  receive(world, 1, { type: 'receipt', targetIds: ['3EB0A'], ack: 2 })
  expect(await status()).toBe('delivered')
  sqlite.run('UPDATE message SET ack = 3')
  expect(await status()).toBe('read')
  sqlite.run("UPDATE message SET send_state = 'failed', send_error = 'ERR_CHANNEL_CANNOT'")
  expect((await api.get('/api/messages/1')).body).toMatchObject({ status: 'failed', error: 'ERR_CHANNEL_CANNOT' })
  sqlite.run('UPDATE message SET is_private = 1')
  expect((await api.get('/api/messages/1')).status).toBe(404)
  sqlite.run('UPDATE message SET is_private = 0')
  addConnection(world, { name: 'Balcão' })
  sqlite.run('UPDATE ticket SET connection_id = 2')
  expect((await api.get('/api/messages/1')).status).toBe(404)
  sqlite.run('UPDATE ticket SET connection_id = 1')
  receive(world, 1, messageEvent({ text: 'Obrigada' }))
  expect((await api.get('/api/messages/2')).status).toBe(404)
  expect((await createRequests(world.app, tokens[2]).get('/api/messages/1')).status).toBe(404)
  expect((await createRequests(world.app, 'C'.repeat(30)).get('/api/messages/1')).status).toBe(403)
})

test('limits the requests of a token', async () => {
  connect()
  const answers = await Promise.all(Array.from({ length: 300 }, () => api.get('/api/messages/1')))
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]?.headers.get('retry-after')).toBe('1')
  expect((await createRequests(world.app, tokens[2]).get('/api/messages/1')).status).toBe(404)
})
