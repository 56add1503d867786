import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type ChannelName, channelRules } from '../channel/channel-rules.contract'
import { contactTable } from '../contact/contact.tables'
import { closeTicket } from '../ticket/closing/close-ticket'
import { dot } from '../testing/media/dot'
import { findTicketRowOf, listMessageRows, openTicket, setSetting } from '../testing/conversation/conversation'
import { groupMessageEvent, messageEvent, phones, receive } from '../testing/conversation/inbound'
import { type Caller, createWorld, type World } from '../testing/world/world'
import { queueAutomaticText } from './send/queue-message'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const messages = (companyId = 1) => listMessageRows(world, companyId)
const ticket = (id = 1) => findTicketRowOf(world, id)
const setChannel = (channel: ChannelName) =>
  world.ctx(1).company.sqlite.run('UPDATE ticket SET channel = ? WHERE id = 1', [channel])

test('rejects every call without access: signed out, other queues, other companies', async () => {
  openTicket(world)
  receive(world, 2, messageEvent({ phone: phones[2], text: 'da Globex' }))
  const attempts = async (caller: Caller | World['nobody']) => [
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
  await gina.put('/tickets/1', { status: 'open', queueId: 1 })
  await gina.post('/messages/1', { body: 'resposta' })
  expect(messages()).toHaveLength(1)
  expect(messages(2)).toHaveLength(2)
})

test('restricts messages-allMe to users of the dashboard', async () => {
  openTicket(world)
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
  expect((await ana.get('/messages-allMe?fromMe=&dateStart=&dateEnd=')).body).toEqual(
    (await ana.get('/messages-allMe')).body,
  )
  expect((await (await world.as(world.gina)).get('/messages-allMe?fromMe=false')).body.count).toBe(0)
})

test('returns 400 with the field for invalid input', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  expect((await bruno.get('/messages/abc')).status).toBe(400)
  expect((await bruno.get('/messages/1?cursor=abc')).status).toBe(400)
  expect((await bruno.post('/messages/1', { body: '   ' })).body).toMatchObject({ fields: { body: 'required' } })
  expect((await bruno.post('/messages/1', { body: 'a'.repeat(65_537) })).status).toBe(400)
  expect((await bruno.post('/messages/1', { body: 'a', clientId: '../../x' })).status).toBe(400)
  expect((await bruno.post('/messages/1/reaction', { emoji: 'texto' })).status).toBe(400)
  expect((await bruno.post('/messages/1', { body: 'a', quotedMsg: { id: 'x' } })).status).toBe(400)
})

test('stores, queues and publishes a reply under our own id before it is sent', async () => {
  openTicket(world)
  const woken: number[] = []
  world.ports.wakeOutbox = (companyId, connectionId) => void woken.push(companyId, connectionId)
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

test('returns the same message for a repeated request of a client', async () => {
  openTicket(world)
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

const mp3 = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])

function multipart(
  fields: Record<string, string> = {},
  files: File[] = [new File([dot], 'foto.png', { type: 'image/png' })],
) {
  const form = new FormData()
  for (const file of files) form.append('medias', file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

test('another request whose key begins alike is another message', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  for (const clientId of ['client-0001-b', 'client-0001.b', 'client-0001']) {
    await bruno.post('/messages/1', { body: clientId.replace('.', '-'), clientId: clientId.replace('.', '-') })
  }
  expect(
    messages()
      .slice(1)
      .map(({ body }) => body),
  ).toEqual(['client-0001-b', 'client-0001'])
})

test('refuses a text that its variables leave empty', async () => {
  openTicket(world)
  world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = NULL')
  const { status, body } = await (await world.as(world.bruno)).post('/messages/1', { body: '{{queue}}' })
  expect([status, body.fields, messages().length]).toEqual([400, { body: 'required' }, 1])
})

test('stores several files as several messages, with the type found in their bytes', async () => {
  openTicket(world)
  const files = [
    new File([dot], '../../etc/foto.png', { type: 'text/html' }),
    new File(['<script>alert(1)</script>'], 'página.html', { type: 'image/png' }),
    new File([mp3], 'voz.mp3', { type: 'audio/mpeg' }),
  ]
  const bruno = await world.as(world.bruno)
  const form = multipart({ voiceNote: 'true', isPrivate: 'false', body: 'veja' }, files)
  const { body } = await bruno.post('/messages/1', form)
  expect(body.messages).toMatchObject([
    { mediaType: 'image', body: 'veja', dataJson: { file: { type: 'image/png', width: 1, height: 1 } } },
    { mediaType: 'application', body: '', dataJson: { file: { type: 'application/octet-stream' } } },
    { mediaType: 'audio', body: '', dataJson: { file: { type: 'audio/mpeg', voiceNote: true } } },
  ])
  expect(body.messages[0].mediaUrl).toMatch(/^\/media\/\d{4}-\d{2}-[\w-]{24}\.png$/)
})

test('rejects a file above the channel’s limit and stores nothing', async () => {
  openTicket(world)
  setChannel('facebook')
  const files = [new File([new Uint8Array(channelRules.facebook.fileBytesMax + 1)], 'grande.bin')]
  const { status, body } = await (await world.as(world.bruno)).post('/messages/1', multipart({}, files))
  expect([status, body]).toMatchObject([413, { error: 'ERR_FILE_TOO_LARGE', fileBytesMax: 26_214_400 }])
  expect(messages()).toHaveLength(1)
})

test('deletes the files of a message that was not created', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  const files = () => [...new Bun.Glob('**/*').scanSync(world.ctx(1).company.mediaFolder)]
  expect((await bruno.post('/messages/1', multipart({ quotedMsg: '{"id":999}' }))).status).toBe(404)
  expect(files()).toEqual([])
  expect((await bruno.post('/messages/1', multipart({ quotedMsg: '{"id":1}' }))).body.messages[0].quotedMsg.id).toBe(1)
  expect(files()).toHaveLength(1)
})

test('sends the text after a recording as a second message', async () => {
  openTicket(world)
  const files = [new File([mp3], 'voz.mp3', { type: 'audio/mpeg' })]
  const { body } = await (await world.as(world.bruno)).post('/messages/1', multipart({ body: 'ouça' }, files))
  expect(body.messages).toMatchObject([{ mediaType: 'audio' }, { mediaType: null, body: 'ouça' }])
})

test('adds the server’s signature only when requested and allowed', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  const send = async (body: object) => (await bruno.post('/messages/1', body)).body.messages[0].body
  expect(await send({ body: 'Oi', sign: true })).toBe('*Bruno Lima:*\nOi')
  expect(await send({ body: 'Oi', sign: false })).toBe('Oi')
  expect(await send({ body: 'nota', sign: true, isPrivate: true })).toBe('nota')
  setSetting(world, 'sendSignMessage', 'disabled')
  expect(await send({ body: 'Oi', sign: true })).toBe('Oi')
})

test('never sends a private message, nor shows it on a row', async () => {
  openTicket(world)
  const before = ticket()?.lastMessage
  const { body } = await (await world.as(world.bruno)).post('/messages/1', { body: 'cliente difícil', isPrivate: true })
  expect(body.messages[0]).toMatchObject({ isPrivate: true, sendState: null })
  expect(messages().at(-1)).toMatchObject({ providerId: null, sendState: null })
  expect(ticket()?.lastMessage).toBe(before ?? '')
})

test('fills variables, keeps unknown ones, and expands nothing twice', async () => {
  openTicket(world)
  world.ctx(1).db.update(contactTable).set({ name: '{{protocol}} <b>' }).run()
  const text =
    '{{name}}|{{firstName}}|{{userName}}|{{ticket_id}}|{{queue}}|{{connection}}|{{name_company}}|{{nada}}|{{ name }}|{{'
  const { body } = await (await world.as(world.bruno)).post('/messages/1', { body: text })
  expect(body.messages[0].body).toBe(
    '{{protocol}} <b>|{{protocol}}|Bruno Lima|1|Vendas|Acme WhatsApp|Acme|{{nada}}|{{ name }}|{{',
  )
})

test('rejects messages on a closed ticket', async () => {
  openTicket(world)
  closeTicket(world.ctxAs(world.bruno), 1, { farewell: false })
  const { status, body } = await (await world.as(world.ana)).post('/messages/1', { body: 'tarde demais' })
  expect([status, body.error]).toEqual([409, 'ERR_TICKET_CLOSED'])
})

test('rejects messages after the channel’s reply window, but not private notes', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  setChannel('facebook')
  expect((await bruno.post('/messages/1', { body: 'a tempo' })).status).toBe(200)
  expect((await bruno.get('/tickets/1')).body.lastInboundAt).toEqual(expect.any(String))
  world.ctx(1).company.sqlite.run(`UPDATE message SET created_at = created_at - 86400000 WHERE from_me = 0`)
  const late = await bruno.post('/messages/1', { body: 'tarde' })
  expect([late.status, late.body]).toMatchObject([400, { error: 'ERR_CHANNEL_CANNOT', replyWindowHours: 24 }])
  expect((await bruno.post('/messages/1', { body: 'nota', isPrivate: true })).status).toBe(200)
  world.ctx(1).company.sqlite.run("UPDATE message SET send_state = 'failed' WHERE id = 2")
  expect((await bruno.post('/messages/2/resend')).body).toMatchObject({ error: 'ERR_CHANNEL_CANNOT' })
})

test('splits a long text into several messages, and returns the same ones when repeated', async () => {
  openTicket(world)
  setChannel('facebook')
  const bruno = await world.as(world.bruno)
  const send = () => bruno.post('/messages/1', { body: 'palavra '.repeat(600), sign: true, clientId: 'client-0001' })
  const { body } = await send()
  const lengths = body.messages.map((one: { body: string }) => one.body.length)
  expect(lengths).toHaveLength(3)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(2000)
  expect(body.messages.map((one: { body: string }) => one.body.includes('*Bruno Lima:*'))).toEqual([true, false, false])
  expect((await send()).body).toEqual(body)
  expect(messages().filter(({ fromMe }) => fromMe)).toHaveLength(3)
})

test('rejects operations that the channel does not support', async () => {
  openTicket(world)
  setChannel('facebook')
  const bruno = await world.as(world.bruno)
  const card = await bruno.post('/messages/1', { vCard: { id: 1 } })
  expect(card.body).toMatchObject({ error: 'ERR_CHANNEL_CANNOT' })
})

test('rejects a quote from another conversation', async () => {
  openTicket(world)
  receive(world, 1, messageEvent({ phone: '5511966660001', text: 'segredo de outro' }))
  const bruno = await world.as(world.bruno)
  const quoting = await bruno.post('/messages/1', { body: 'sim', quotedMsg: { id: 1 } })
  expect(quoting.body.messages[0].quotedMsg).toMatchObject({ id: 1, body: 'Olá', user: null })
  const ana = await world.as(world.ana)
  expect((await ana.post('/messages/1', { body: 'sim', quotedMsg: { id: 2 } })).status).toBe(404)
})

test('sends a contact as a card to which a name cannot add lines', async () => {
  openTicket(world)
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

test('marks what the product wrote by itself, not what a user or the paired phone wrote', async () => {
  openTicket(world)
  const row = ticket()
  if (!row) throw new Error('The ticket is open')
  const ctx = world.ctx(1)
  ctx.transaction(() => queueAutomaticText(ctx, row, 'do robô'))
  receive(world, 1, messageEvent({ id: 'phone', fromMe: true, text: 'do celular' }))
  const bruno = await world.as(world.bruno)
  await bruno.post('/messages/1', { body: 'do Bruno' })
  const { body } = await bruno.get('/messages/1')
  const automatic = body.messages.filter((one: { isAutomatic?: true }) => one.isAutomatic)
  expect(automatic.map((one: { body: string }) => one.body)).toEqual(['do robô'])
})
