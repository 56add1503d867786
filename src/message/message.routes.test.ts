import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connectionTable } from '../connection/connection.tables'
import { contactTable } from '../contact/contact.tables'
import { forgetSettings } from '../setting/setting.queries'
import { settingTable } from '../setting/setting.tables'
import { acceptTicket } from '../ticket/accept-ticket'
import { closeTicket } from '../ticket/close-ticket'
import { setTicketQueue } from '../ticket/set-ticket-queue'
import { ticketTable } from '../ticket/ticket.tables'
import { transferTicket } from '../ticket/transfer-ticket'
import type { Person } from '../testing/people'
import { groupMessageEvent, messageEvent, newId, phones, receive } from '../testing/inbound'
import { createWorld, type World } from '../testing/world'
import { editMessage } from './edit-message'
import { messageTable, outboundChangeTable } from './message.tables'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const messages = (companyId = 1) => world.ctx(companyId).db.select().from(messageTable).all()
const message = (id: number) => messages().find((one) => one.id === id)
const ticket = (id = 1) =>
  world
    .ctx(1)
    .db.select()
    .from(ticketTable)
    .all()
    .find((one) => one.id === id)
const changes = () => world.ctx(1).db.select().from(outboundChangeTable).all()

function set(key: string, value: string) {
  const { db } = world.ctx(1)
  db.insert(settingTable).values({ key, value }).onConflictDoUpdate({ target: settingTable.key, set: { value } }).run()
  forgetSettings(world.ctx(1))
}

/** Dona Maria has written to Vendas, and the agent has taken it. */
function openTicket(agent: Person = world.bruno, text = 'Olá') {
  const event = messageEvent({ text })
  receive(world, 1, event)
  setTicketQueue(world.ctx(1), 1, 1)
  acceptTicket(world.ctxAs(agent), 1)
  return event
}

test('nobody, other queues and other companies reach no message by any call', async () => {
  openTicket()
  receive(world, 2, messageEvent({ phone: phones[2], text: 'da Globex' }))
  const attempts = async (caller: Awaited<ReturnType<World['as']>> | World['nobody']) => [
    (await caller.get('/messages/1')).status,
    (await caller.post('/messages/1', { body: 'x' })).status,
    (await caller.post('/messages/edit/1', { body: 'x' })).status,
    (await caller.delete('/messages/1')).status,
    (await caller.post('/messages/1/reaction', { emoji: '👍' })).status,
    (await caller.post('/messages/1/resend')).status,
    (await caller.post('/message/forward', { messageId: 1, contactId: 1 })).status,
  ]
  expect(await attempts(world.nobody)).toEqual([401, 401, 401, 401, 401, 401, 401])
  expect(await attempts(await world.as(world.carla))).toEqual([404, 404, 404, 404, 404, 404, 404])
  expect(messages()).toHaveLength(1)
  const gina = await world.as(world.gina)
  expect((await gina.get('/messages/1')).body.messages.map((one: { body: string }) => one.body)).toEqual(['da Globex'])
  await gina.post('/messages/1', { body: 'resposta' })
  expect(messages()).toHaveLength(1)
  expect(messages(2)).toHaveLength(2)
})

test('messages-allMe counts for the dashboard only', async () => {
  openTicket()
  receive(world, 1, groupMessageEvent())
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const range = `dateStart=${yesterday}&dateEnd=${today}`
  expect((await world.nobody.get('/messages-allMe')).status).toBe(401)
  expect((await (await world.as(world.bruno)).get('/messages-allMe')).body.error).toBe('ERR_NO_PERMISSION')
  const ana = await world.as(world.ana)
  expect((await ana.get(`/messages-allMe?fromMe=false&${range}`)).body).toEqual({ count: 2, individual: 1, group: 1 })
  expect((await ana.get(`/messages-allMe?fromMe=true&${range}`)).body.count).toBe(0)
  expect((await ana.get('/messages-allMe?fromMe=false&dateEnd=2020-01-01')).body.count).toBe(0)
  expect((await ana.get('/messages-allMe?dateStart=2020-99-99')).status).toBe(400)
  expect((await (await world.as(world.gina)).get('/messages-allMe?fromMe=false')).body.count).toBe(0)
})

test('bad input is 400 and names its field', async () => {
  openTicket()
  const bruno = await world.as(world.bruno)
  expect((await bruno.get('/messages/abc')).status).toBe(400)
  expect((await bruno.get('/messages/1?cursor=abc')).status).toBe(400)
  expect((await bruno.post('/messages/1', { body: '   ' })).body).toMatchObject({ fields: { body: 'required' } })
  expect((await bruno.post('/messages/1', { body: 'a'.repeat(65_537) })).status).toBe(400)
  expect((await bruno.post('/messages/1', { body: 'a', clientId: '../../x' })).status).toBe(400)
  expect((await bruno.post('/messages/1/reaction', { emoji: 'texto' })).status).toBe(400)
  expect((await bruno.post('/messages/1', { body: 'a', quotedMsg: { id: 'x' } })).status).toBe(400)
})

test('an answer is stored, queued under an id of our own and told before anything is sent', async () => {
  openTicket()
  const woken: number[] = []
  world.hooks.outboxWake = (companyId, connectionId) => void woken.push(companyId, connectionId)
  world.published.length = 0
  const { status, body } = await (await world.as(world.bruno)).post('/messages/1', { body: 'Boa tarde' })
  expect(status).toBe(200)
  expect(body.messages).toMatchObject([
    { body: 'Boa tarde', fromMe: true, ack: 0, sendState: 'queued', user: { id: 2 } },
  ])
  expect(messages().at(-1)?.providerId).toMatch(/^3EB0[0-9A-F]{18}$/)
  expect(ticket()).toMatchObject({ lastMessage: 'Boa tarde', unreadMessages: 0 })
  expect(woken).toContain(1)
  const live = world.published.filter(({ event }) => event === 'company-1-appMessage')
  expect(live.map(({ data }) => data.action)).toEqual(['create'])
})

test('a repeated request of the same client is the same message', async () => {
  openTicket()
  const bruno = await world.as(world.bruno)
  const send = () => bruno.post('/messages/1', { body: 'uma vez', clientId: 'client-0001' })
  const [first, second] = [await send(), await send()]
  expect(second.body).toEqual(first.body)
  expect(first.body.messages[0].clientId).toBe('client-0001')
  expect(messages().filter(({ fromMe }) => fromMe)).toHaveLength(1)
  const [third, fourth] = await Promise.all(
    [1, 2].map(() => bruno.post('/messages/1', multipart({ clientId: 'client-0002' }))),
  )
  expect(third?.body.messages[0].id).toBe(fourth?.body.messages[0].id)
  expect(messages().filter(({ fromMe }) => fromMe)).toHaveLength(2)
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const mp3 = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])

function multipart(
  fields: Record<string, string> = {},
  files: File[] = [new File([png], 'foto.png', { type: 'image/png' })],
) {
  const form = new FormData()
  for (const file of files) form.append('medias', file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

test('several files become several messages; the type is what the bytes show', async () => {
  openTicket()
  const files = [
    new File([png], '../../etc/foto.png', { type: 'text/html' }),
    new File(['<script>alert(1)</script>'], 'página.html', { type: 'image/png' }),
    new File([mp3], 'voz.mp3', { type: 'audio/mpeg' }),
  ]
  const bruno = await world.as(world.bruno)
  const form = multipart({ voiceNote: 'true', isPrivate: 'false', body: 'veja' }, files)
  const { body } = await bruno.post('/messages/1', form)
  expect(body.messages).toMatchObject([
    { mediaType: 'image', body: 'veja', dataJson: { file: { type: 'image/png' } } },
    { mediaType: 'application', body: '', dataJson: { file: { type: 'application/octet-stream' } } },
    { mediaType: 'audio', body: '', dataJson: { file: { type: 'audio/mpeg', voiceNote: true } } },
  ])
  expect(body.messages[0].mediaUrl).toMatch(/^\/media\/\d{4}-\d{2}-[\w-]{24}\.png$/)
})

test('a file above the channel’s limit is refused and nothing is kept', async () => {
  openTicket()
  world.hooks.connections = { capabilitiesOf: () => ({ fileBytesMax: 10 }) } as never
  const { status, body } = await (await world.as(world.bruno)).post('/messages/1', multipart())
  expect([status, body.error]).toEqual([413, 'ERR_FILE_TOO_LARGE'])
  expect(messages()).toHaveLength(1)
})

test('words beside a recording follow it', async () => {
  openTicket()
  const files = [new File([mp3], 'voz.mp3', { type: 'audio/mpeg' })]
  const { body } = await (await world.as(world.bruno)).post('/messages/1', multipart({ body: 'ouça' }, files))
  expect(body.messages).toMatchObject([{ mediaType: 'audio' }, { mediaType: null, body: 'ouça' }])
})

test('the signature is the server’s, only when asked for and allowed', async () => {
  openTicket()
  const bruno = await world.as(world.bruno)
  const send = async (body: object) => (await bruno.post('/messages/1', body)).body.messages[0].body
  expect(await send({ body: 'Oi', sign: true })).toBe('*Bruno Lima:*\nOi')
  expect(await send({ body: 'Oi', sign: false })).toBe('Oi')
  expect(await send({ body: 'nota', sign: true, isPrivate: true })).toBe('nota')
  set('sendSignMessage', 'disabled')
  expect(await send({ body: 'Oi', sign: true })).toBe('Oi')
})

test('a private message never leaves, and shows on no row', async () => {
  openTicket()
  const before = ticket()?.lastMessage
  const { body } = await (await world.as(world.bruno)).post('/messages/1', { body: 'cliente difícil', isPrivate: true })
  expect(body.messages[0]).toMatchObject({ isPrivate: true, sendState: null })
  expect(messages().at(-1)).toMatchObject({ providerId: null, sendState: null })
  expect(ticket()?.lastMessage).toBe(before ?? '')
})

test('variables are filled, unknown ones stay, nothing is expanded twice', async () => {
  openTicket()
  world.ctx(1).db.update(contactTable).set({ name: '{{protocol}} <b>' }).run()
  const text =
    '{{name}}|{{firstName}}|{{userName}}|{{ticket_id}}|{{queue}}|{{connection}}|{{name_company}}|{{nada}}|{{ name }}|{{'
  const { body } = await (await world.as(world.bruno)).post('/messages/1', { body: text })
  expect(body.messages[0].body).toBe(
    '{{protocol}} <b>|{{protocol}}|Bruno Lima|1|Vendas|Acme WhatsApp|Acme|{{nada}}|{{ name }}|{{',
  )
})

test('a closed ticket takes no message', async () => {
  openTicket()
  closeTicket(world.ctxAs(world.bruno), 1, { farewell: false })
  const { status, body } = await (await world.as(world.ana)).post('/messages/1', { body: 'tarde demais' })
  expect([status, body.error]).toEqual([409, 'ERR_TICKET_CLOSED'])
})

test('a message is quoted only in its own conversation', async () => {
  openTicket()
  receive(world, 1, messageEvent({ phone: '5511966660001', text: 'segredo de outro' }))
  const bruno = await world.as(world.bruno)
  const quoting = await bruno.post('/messages/1', { body: 'sim', quotedMsg: { id: 1 } })
  expect(quoting.body.messages[0].quotedMsg).toMatchObject({ id: 1, body: 'Olá' })
  const ana = await world.as(world.ana)
  expect((await ana.post('/messages/1', { body: 'sim', quotedMsg: { id: 2 } })).status).toBe(404)
})

test('a contact goes as a card whose lines a name cannot add to', async () => {
  openTicket()
  world.ctx(1).db.update(contactTable).set({ name: 'Maria\nTEL:190;x,y' }).run()
  const { body } = await (await world.as(world.bruno)).post('/messages/1', { vCard: { id: 1 } })
  const { vcard } = body.messages[0].dataJson.contacts[0]
  expect(vcard.split('\n')).toHaveLength(6)
  expect(vcard).toContain('FN:Maria TEL:190\\;x\\,y')
  receive(world, 1, groupMessageEvent())
  const group = world
    .ctx(1)
    .db.select()
    .from(contactTable)
    .all()
    .find(({ isGroup }) => isGroup)
  const refused = await (await world.as(world.bruno)).post('/messages/1', { vCard: { id: group?.id } })
  expect(refused.body.error).toBe('ERR_WAPP_INVALID_CONTACT')
})

test('one’s own text may be edited for fifteen minutes', async () => {
  const start = new Date()
  world.setTime(start)
  openTicket()
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'erado' })
  const waiting = await bruno.post('/messages/edit/2', { body: 'errado' })
  expect(waiting.body).toMatchObject({ body: 'errado', isEdited: true })
  expect(changes().filter(({ kind }) => kind === 'edit')).toEqual([])
  world.ctx(1).db.update(messageTable).set({ sendState: null, ack: 1 }).run()
  expect((await bruno.post('/messages/edit/2', { body: 'quase' })).status).toBe(200)
  // The access token lasts no longer than the window, so the bounds are tried on the command itself.
  world.setTime(new Date(start.getTime() + 900_000))
  editMessage(world.ctxAs(world.bruno), 2, 'certo')
  const told = changes().filter(({ kind }) => kind === 'edit')
  expect(told).toMatchObject([{ messageId: 2, payload: { text: 'quase' } }, { payload: { text: 'certo' } }])
  expect(ticket()?.lastMessage).toBe('certo')
  world.setTime(new Date(start.getTime() + 900_001))
  expect(() => editMessage(world.ctxAs(world.bruno), 2, 'tarde')).toThrow('ERR_EDIT_WAPP_MSG')
  expect(message(2)?.body).toBe('certo')
})

test('others’ messages are neither edited nor deleted', async () => {
  openTicket()
  const bruno = await world.as(world.bruno)
  expect((await bruno.post('/messages/edit/1', { body: 'x' })).body.error).toBe('ERR_EDIT_WAPP_MSG')
  expect((await bruno.delete('/messages/1')).body.error).toBe('ERR_DELETE_WAPP_MSG')
  const ana = await world.as(world.ana)
  await ana.post('/messages/1', { body: 'da Ana' })
  expect((await bruno.post('/messages/edit/2', { body: 'x' })).body.error).toBe('ERR_EDIT_WAPP_MSG')
  expect((await bruno.delete('/messages/2')).body.error).toBe('ERR_DELETE_WAPP_MSG')
  expect(message(2)).toMatchObject({ body: 'da Ana', isDeleted: false })
})

test('deleting what waits sends nothing; deleting what went tells the provider', async () => {
  openTicket()
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'um' })
  await bruno.post('/messages/1', { body: 'dois' })
  world.ctx(1).company.sqlite.run(`UPDATE message SET send_state = NULL, ack = 1 WHERE id = 3`)
  expect((await bruno.delete('/messages/2')).body).toMatchObject({ isDeleted: true, sendState: null })
  expect((await bruno.delete('/messages/3')).body).toMatchObject({ isDeleted: true, body: 'dois' })
  expect(
    changes()
      .filter(({ kind }) => kind === 'delete')
      .map(({ messageId }) => messageId),
  ).toEqual([3])
  expect((await bruno.delete('/messages/3')).body.error).toBe('ERR_DELETE_WAPP_MSG')
})

test('a reaction is ours, is told to the provider, and is taken back by an empty one', async () => {
  openTicket()
  const bruno = await world.as(world.bruno)
  expect((await bruno.post('/messages/1/reaction', { emoji: '❤️' })).body.reactions).toEqual([
    { emoji: '❤️', fromMe: true, name: '' },
  ])
  expect((await bruno.post('/messages/1/reaction', { emoji: '' })).body.reactions).toEqual([])
  expect(
    changes()
      .filter(({ kind }) => kind === 'react')
      .map(({ payload }) => payload),
  ).toEqual([{ emoji: '❤️' }, { emoji: '' }])
  await bruno.post('/messages/1', { body: 'nota', isPrivate: true })
  expect((await bruno.post('/messages/2/reaction', { emoji: '❤️' })).body.error).toBe('ERR_CHANNEL_CANNOT')
})

test('a failed message is tried again as the same message; any other is left as it is', async () => {
  openTicket()
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'oi' })
  const providerId = message(2)?.providerId
  world.ctx(1).company.sqlite.run(`UPDATE message SET send_state = 'failed', ack = -1, send_error = 'x' WHERE id = 2`)
  expect((await bruno.post('/messages/2/resend')).body).toMatchObject({ sendState: 'queued', ack: 0, sendError: null })
  expect(message(2)?.providerId).toBe(providerId ?? '')
  expect((await bruno.post('/messages/1/resend')).body).toMatchObject({ sendState: null, ack: 3 })
})

test('forwarding opens a ticket of one’s own, carries the file, and stops at a colleague’s', async () => {
  openTicket()
  receive(world, 1, messageEvent({ phone: '5511966660001' }))
  closeTicket(world.ctx(1), 2, { farewell: false })
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', multipart({ body: 'catálogo' }))
  const forwarded = await bruno.post('/message/forward', { messageId: 3, contactId: 2 })
  expect(forwarded.body).toMatchObject({ isForwarded: true, body: 'catálogo', mediaType: 'image', ticketId: 3 })
  expect(forwarded.body.mediaUrl).not.toBe((await bruno.get('/messages/1')).body.messages[1].mediaUrl)
  expect(ticket(3)).toMatchObject({ status: 'open', userId: 2, contactId: 2 })
  transferTicket(world.ctx(1), 3, { queueId: 2, userId: 3 })
  const refused = await bruno.post('/message/forward', { messageId: 1, contactId: 2 })
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET'])
  await bruno.post('/messages/1', { body: 'nota', isPrivate: true })
  const secret = messages().at(-1)?.id
  expect((await bruno.post('/message/forward', { messageId: secret, contactId: 1 })).body.error).toBe(
    'ERR_FETCH_WAPP_MSG',
  )
})

test('a conversation is read back by pages of 40, through earlier tickets in sight', async () => {
  const at = Date.now() - 3_600_000
  const batch = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      messageEvent({ text: `m${from + index}`, atMs: at + (from + index) * 1001 }),
    )
  receive(world, 1, ...batch(0, 30))
  closeTicket(world.ctx(1), 1, { farewell: false })
  receive(world, 1, ...batch(30, 30))
  const ana = await world.as(world.ana)
  const first = (await ana.get('/messages/2')).body
  const bodies = (page: { messages: { body: string }[] }) => page.messages.map(({ body }) => body)
  expect(bodies(first as never)).toEqual(Array.from({ length: 40 }, (_, index) => `m${20 + index}`))
  expect(first.hasMore).toBe(true)
  const second = (await ana.get(`/messages/2?cursor=${first.nextCursor}`)).body
  expect(bodies(second as never)).toEqual(Array.from({ length: 20 }, (_, index) => `m${index}`))
  expect(second).toMatchObject({ hasMore: false, nextCursor: null })
  expect((await ana.get('/messages/2?pageNumber=2')).body.messages).toEqual(second.messages)
  expect(bodies((await ana.get('/messages/1')).body as never)).toHaveLength(30)
})

test('earlier tickets of queues out of sight stay out of it, unless allHistoric', async () => {
  receive(world, 1, messageEvent({ text: 'assunto do suporte' }))
  setTicketQueue(world.ctx(1), 1, 2)
  closeTicket(world.ctx(1), 1, { farewell: false })
  receive(world, 1, messageEvent({ text: 'quero comprar' }))
  setTicketQueue(world.ctx(1), 2, 1)
  const bodies = async (person: Person, query = '') =>
    (await (await world.as(person)).get(`/messages/2${query}`)).body.messages.map((one: { body: string }) => one.body)
  expect(await bodies(world.bruno)).toEqual(['quero comprar'])
  expect(await bodies(world.bruno, '?selectedQueues=[1,2]')).toEqual(['quero comprar'])
  expect(await bodies(world.ana)).toEqual(['assunto do suporte', 'quero comprar'])
  expect(await bodies(world.ana, '?selectedQueues=[1]')).toEqual(['quero comprar'])
  world.ctx(1).company.sqlite.run('UPDATE user SET all_historic = 1 WHERE id = 2')
  const { forgetActors } = await import('../user/actor.queries')
  forgetActors(world.ctx(1))
  expect(await bodies(world.bruno)).toEqual(['assunto do suporte', 'quero comprar'])
})

test('a look at what waits tells the contact nothing; taking it and opening it does', async () => {
  receive(world, 1, messageEvent(), messageEvent())
  setTicketQueue(world.ctx(1), 1, 1)
  const bruno = await world.as(world.bruno)
  await bruno.get('/messages/1')
  expect(ticket()?.unreadMessages).toBe(0)
  expect(changes()).toEqual([])
  acceptTicket(world.ctxAs(world.bruno), 1)
  expect(changes()).toMatchObject([{ kind: 'read', payload: { ids: [2, 1] } }])
  receive(world, 1, messageEvent())
  await (await world.as(world.ana)).get('/messages/1')
  expect(ticket()?.unreadMessages).toBe(1)
  expect(changes()).toHaveLength(1)
  await (await world.as(world.bruno)).get('/messages/1')
  expect(ticket()?.unreadMessages).toBe(0)
  expect(changes()).toMatchObject([{}, { kind: 'read', payload: { ids: [3] } }])
  await (await world.as(world.bruno)).get('/messages/1')
  expect(changes()).toHaveLength(2)
})

test('the greeting of an accepted ticket goes once, the farewell when wanted', async () => {
  set('sendGreetingAccepted', 'enabled')
  set('greetingAcceptedMessage', 'Sou {{userName}}, em que posso ajudar, {{firstName}}?')
  world.ctx(1).db.update(connectionTable).set({ complationMessage: 'Até logo' }).run()
  openTicket()
  const ours = () =>
    messages()
      .filter(({ fromMe }) => fromMe)
      .map(({ body }) => body)
  expect(ours()).toEqual(['Sou Bruno Lima, em que posso ajudar, Dona?'])
  const bruno = await world.as(world.bruno)
  await bruno.put('/tickets/1', { status: 'pending', userId: null })
  await bruno.put('/tickets/1', { status: 'open', userId: 2 })
  expect(ours()).toHaveLength(1)
  world.ctx(1).company.sqlite.run(`UPDATE user SET farewell_message = 'Abraço do Bruno' WHERE id = 2`)
  closeTicket(world.ctxAs(world.bruno), 1, { farewell: true })
  expect(ours().at(-1)).toBe('Abraço do Bruno')
  receive(world, 1, messageEvent())
  acceptTicket(world.ctxAs(world.ana), 2)
  closeTicket(world.ctxAs(world.ana), 2, { farewell: true })
  expect(ours().at(-1)).toBe('Até logo')
  receive(world, 1, messageEvent())
  const before = ours().length
  closeTicket(world.ctxAs(world.ana), 3, { farewell: true })
  expect(ours()).toHaveLength(before)
})

test('a transfer leaves a private note and, to another queue, says so to the contact', () => {
  set('sendMsgTransfTicket', 'enabled')
  set('transferMessage', 'Você está indo para {{queue}}')
  openTicket()
  transferTicket(world.ctxAs(world.bruno), 1, { queueId: 2, message: 'cliente quer suporte' })
  expect(messages().slice(1)).toMatchObject([
    { body: 'cliente quer suporte', isPrivate: true, userId: 2, sendState: null },
    { body: 'Você está indo para Suporte', isPrivate: false, userId: null, sendState: 'queued' },
  ])
})

test('where closing asks for a rating, the question goes out', () => {
  set('userRating', 'enabled')
  world.ctx(1).db.update(connectionTable).set({ ratingMessage: 'De 1 a 5, {{firstName}}?' }).run()
  openTicket()
  closeTicket(world.ctxAs(world.bruno), 1, { farewell: true })
  expect(ticket()?.status).toBe('nps')
  expect(messages().at(-1)?.body).toBe('De 1 a 5, Dona?')
  receive(world, 1, messageEvent({ id: newId(), text: '5' }))
  expect(ticket()).toMatchObject({ status: 'closed', rating: 5 })
})
