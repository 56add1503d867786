import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Party } from './channel/channel'
import { contactExtraInfoTable } from './contact/contact.tables'
import { recordFile, stageFile } from './kernel/file/media-store'
import { liveSubscriptions } from './compose'
import { fillPath, readApiCalls } from './testing/hostile/api-calls'
import { setSetting } from './testing/conversation/conversation'
import { groupMessageEvent, messageEvent, newId, receive } from './testing/conversation/inbound'
import { addContact, setSwitches } from './testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from './testing/world/world'
import { createWorldPages } from './testing/world/world-pages'
import { acceptTicket } from './ticket/assignment/accept-ticket'
import { setTicketQueue } from './ticket/assignment/set-ticket-queue'

/** Phone numbers of contacts, all masked for Bruno; none may reach him in any form. */
const numbers = {
  maria: '5511988880001',
  unnamed: '5511977770011',
  inHerName: '5511966660022',
  member: '5511955550033',
  second: '5511944440044',
}

let world: World
let bruno: Caller, ana: Caller

beforeAll(async () => {
  world = await createWorld()
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  const everything = ['all_ticket', 'allow_group', 'all_historic', 'all_user_chat', 'show_dashboard', 'allow_real_time']
  setSwitches(world.ctx(1), 2, Object.fromEntries([...everything, 'allow_connections'].map((name) => [name, true])))
  await fill()
})
afterAll(() => world.stop())

const person = (value: string, name?: string): Party => ({
  addresses: [{ kind: 'phone', value }],
  ...(name && { name }),
})
const card = (number: string) => `BEGIN:VCARD\nFN:Alguém\nTEL;waid=${number}:+${number}\nEND:VCARD`

/** Creates a company whose contacts' numbers appear in every place that can show one. */
async function fill() {
  const ctx = world.ctx(1)
  addContact(ctx, `Marta ${numbers.inHerName}`, numbers.inHerName)
  addContact(ctx, 'Segunda', numbers.second)
  ctx.db.insert(contactExtraInfoTable).values({ contactId: 1, name: 'Outro telefone', value: numbers.second }).run()
  const first = messageEvent({ text: 'Olá' })
  receive(world, 1, first, messageEvent({ phone: numbers.unnamed, text: 'oi' }))
  receive(world, 1, messageEvent({ phone: numbers.inHerName, text: `me liga: ${numbers.inHerName}` }))
  for (const ticketId of [1, 2, 3]) setTicketQueue(world.ctx(1), ticketId, 1)
  acceptTicket(world.ctxAs(world.bruno), 1)
  receive(
    world,
    1,
    messageEvent({ text: 'O número é (11) 98888-0001 ou +55 11 98888 0001, aqui só 98888-0001', quotedId: first.id }),
    messageEvent({
      content: { kind: 'contacts', contacts: [{ name: numbers.unnamed, vcard: card(numbers.unnamed) }] },
    }),
    messageEvent({ content: { kind: 'location', latitude: 1, longitude: 1, name: numbers.second } }),
    { ...file(`contrato-${numbers.maria}.pdf`), quotedId: first.id },
    {
      type: 'reaction',
      targetId: first.id,
      emoji: '👍',
      author: person(numbers.unnamed),
      fromMe: false,
      atMs: Date.now(),
    },
    groupMessageEvent({ text: `@${numbers.maria} veja`, author: person(numbers.member) }),
  )
  const given = await stageFile(ctx, new TextEncoder().encode('%PDF-1.4'), `${numbers.maria}.pdf`, 'application/pdf')
  ctx.transaction(() => {
    const { id } = recordFile(ctx, given, 'message', 1)
    ctx.company.sqlite.run("UPDATE message SET media_id = ?, media_type = 'application' WHERE id = 1", [id])
  })
  await ana.post('/ticket-notes', { note: `Ligar para ${numbers.maria}`, ticketId: 1 })
  for (const contactId of [1, 2]) {
    await bruno.post('/messages/1', { vCard: { id: contactId }, isPrivate: true })
  }
  await bruno.put('/tickets/2', { status: 'closed', sendFarewellMessage: false })
}

function file(fileName: string) {
  return messageEvent({
    content: { kind: 'document', text: '', mimeType: 'application/pdf', fileName, source: {} },
    id: newId(),
  })
}

/** Returns the numbers found in a text, in any notation, with or without country and area code; cursors are decoded. */
function numbersIn(text: string) {
  const opened = text.replace(/"nextCursor":"([^"]+)"/g, (_, cursor: string) =>
    Buffer.from(cursor, 'base64url').toString(),
  )
  const packed = `${text}\n${opened}`.replace(/[\s().+-]/g, '')
  return Object.entries(numbers).flatMap(([who, number]) => (packed.includes(number.slice(-8)) ? [who] : []))
}

const values: Record<string, readonly string[]> = {
  key: ['lgpdHideNumber'],
  number: [...Object.values(numbers), '1'],
}
const anyId = ['1', '2', '3', '4', '5', '6', '7', '8']

test('the tested company shows its numbers to an admin', async () => {
  const paths = ['/contacts', '/tickets?status=search', '/messages/1', '/ticket-notes/list?ticketId=1']
  for (const path of paths)
    expect([path, numbersIn(JSON.stringify((await ana.get(path)).body))]).not.toEqual([path, []])
})

test('no read call returns a hidden number to a plain user', async () => {
  const leaks: string[] = []
  let answered = 0
  const media = await mediaKeys()
  for (const { method, path, query, name } of await readApiCalls(world.app)) {
    if (method !== 'GET') continue
    const ids = path.includes('{uuid}') ? uuids() : path.includes('{key}') && path.startsWith('/media') ? media : anyId
    const choices = path.includes('{') ? (values[/\{(\w+)\}/.exec(path)?.[1] ?? ''] ?? ids) : ['']
    for (const choice of path.includes('{uuid}') || path.startsWith('/media') ? ids : choices) {
      for (const search of queriesOf(query)) {
        const { status, body, headers } = await bruno.get(fillPath(path, () => choice) + search)
        if (status < 300) answered++
        const text = `${JSON.stringify(body)} ${decodeURIComponent(headers.get('content-disposition') ?? '')}`
        for (const who of numbersIn(text)) leaks.push(`${name} with ${choice}${search}: ${who}`)
      }
    }
  }
  expect([...new Set(leaks)]).toEqual([])
  expect(answered).toBeGreaterThan(60)
})

/** Queries for each inbox tab, one ticket, each page, and the CSV export. */
function queriesOf(query: Record<string, unknown>) {
  if ('status' in query) {
    return ['open', 'pending', 'group', 'closed', 'search'].map((status) => `?status=${status}&showAll=true`)
  }
  // The other formats are compressed.
  if ('format' in query) return ['?format=csv']
  if ('ticketId' in query) return ['?ticketId=1&contactId=1']
  return ['']
}

const uuids = () =>
  world
    .ctx(1)
    .company.sqlite.query<{ uuid: string }, []>('SELECT uuid FROM ticket')
    .all()
    .map(({ uuid }) => uuid)

async function mediaKeys() {
  const rows = world.ctx(1).company.sqlite.query<{ key: string }, []>('SELECT key FROM media').all()
  expect(rows.length).toBeGreaterThan(0)
  return rows.map(({ key }) => key)
}

test('no answer to a change contains one, including refusals', async () => {
  const answers = [
    await bruno.post('/contacts', { name: 'De novo', number: numbers.second }),
    await bruno.put('/contacts/1', { name: 'Dona Maria', number: numbers.second }),
    await bruno.put('/contacts/toggleAcceptAudio/1', {}),
    await bruno.put('/tickets/3', { status: 'open', userId: 2 }),
    await bruno.post('/messages/3', { vCard: { id: 1 } }),
    await bruno.post('/messages/1', { body: 'oi', quotedMsg: { id: 5 } }),
    await bruno.post('/tickets', { contactId: 2, queueId: 1 }),
    await bruno.post('/messages/5/cards/0/contact'),
    await bruno.post('/message/forward', { messageId: 5, contactId: 1 }),
    await bruno.put('/tickets/1', { isTransfered: true, queueId: 1, userId: 3, msgTransfer: numbers.maria }),
    await bruno.put('/tickets/1', { status: 'open', userId: 2 }),
  ]
  for (const { body } of answers) expect([body, numbersIn(JSON.stringify(body))]).toEqual([body, []])
  expect(answers.map(({ status }) => status)).not.toContain(404)
})

test('no live event contains one', async () => {
  const rooms = world.ctx(1).company.sqlite.query<{ id: number }, []>('SELECT id FROM ticket').all()
  const topics = [...liveSubscriptions.topicsOf(world.ctxAs(world.bruno)), ...rooms.map(({ id }) => `ticket:${id}`)]
  const received = new Set(topics.map((topic) => `1/${topic}`))
  const said = world.published.filter((message) => message.topics.some((topic) => received.has(topic)))
  expect(new Set(said.map(({ event }) => event))).toEqual(
    new Set([
      'company-1-contact',
      'company-1-dashboard',
      'company-1-ticket',
      'company-1-appMessage',
      'company-1-ticketNote',
    ]),
  )
  const leaks = said.filter((message) => numbersIn(JSON.stringify(message)).length > 0)
  expect(leaks).toEqual([])
})

test('no page contains one', async () => {
  const pages = createWorldPages(world, world.bruno, bruno)
  const leaks: string[] = []
  for (const path of ['/tickets', ...uuids().map((uuid) => `/tickets/${uuid}`), '/contacts', '/connections']) {
    const answer = await pages(new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } }))
    const html = (await answer?.text()) ?? ''
    expect(html).toContain('</html>')
    for (const who of numbersIn(html)) leaks.push(`${path}: ${who}`)
  }
  expect(leaks).toEqual([])
})

test('searching digits does not reveal a hidden number', async () => {
  const found = async (search: string) => {
    const ask = `searchParam=${encodeURIComponent(search)}`
    const answers = await Promise.all([
      bruno.get(`/contacts?${ask}`),
      bruno.get(`/contacts/list?${ask}`),
      bruno.get(`/tickets?status=search&showAll=true&${ask}`),
      bruno.get(`/tickets?status=search&showAll=true&searchOnMessages=true&${ask}`),
    ])
    return answers.map(({ body }) => (Array.isArray(body) ? body : (body.contacts ?? body.tickets)).length)
  }
  for (const part of ['5', '01', '98888', '5511', '8880001', 'maria 5', 'dona maria 5511', '551196666', 'marta 55']) {
    expect([part, await found(part)]).toEqual([part, [0, 0, 0, 0]])
  }
  expect((await found('dona maria')).slice(0, 3)).toEqual([1, 1, 1])
  expect((await found('marta')).slice(0, 3)).toEqual([1, 1, 1])
  // Digits of an ordinary text stay readable and searchable.
  receive(world, 1, messageEvent({ text: 'pedido 778899 de novo' }))
  expect(await found('778899')).toEqual([0, 0, 0, 1])
  // A user who received the whole number from the contact can search for it.
  expect((await found(numbers.maria)).slice(0, 3)).toEqual([1, 1, 1])
  expect((await found('(11) 98888-0001')).slice(0, 3)).toEqual([1, 1, 1])
  expect((await ana.get('/contacts?searchParam=98888')).body.contacts).toHaveLength(1)
})

test('pages a masked list to its end', async () => {
  const ctx = world.ctx(1)
  for (let i = 0; i < 45; i++) addContact(ctx, `Página ${String(i).padStart(2, '0')}`)
  const names: string[] = []
  let cursor = ''
  for (let page = 0; page < 5; page++) {
    const { body } = await bruno.get(`/contacts?${cursor}`)
    names.push(...body.contacts.map(({ id }: { id: number }) => id))
    expect(numbersIn(JSON.stringify(body))).toEqual([])
    if (!body.hasMore) break
    cursor = `cursor=${body.nextCursor}`
  }
  const all = ctx.company.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM contact').get()?.n
  expect([names.length, new Set(names).size]).toEqual([all ?? 0, all ?? 0])
})

test('sending a masked value back changes nothing', async () => {
  const { body: shown } = await bruno.get('/contacts/1')
  const { name, number, email, extraInfo } = shown
  expect((await bruno.put('/contacts/1', { name, number, email, extraInfo })).status).toBe(200)
  expect((await ana.get('/contacts/1')).body).toMatchObject({
    name: 'Dona Maria',
    number: numbers.maria,
    extraInfo: [{ name: 'Outro telefone', value: numbers.second }],
  })
  const marta = (await bruno.get('/contacts?searchParam=marta')).body.contacts[0]
  expect(marta.name).toBe('Marta ******22')
  await bruno.put(`/contacts/${marta.id}`, { name: marta.name, number: marta.number })
  expect((await ana.get(`/contacts/${marta.id}`)).body.name).toBe(`Marta ${numbers.inHerName}`)
})

test('editing a masked text keeps its numbers, and never stores asterisks', async () => {
  const ctx = world.ctx(1)
  const stored = () =>
    (ctx.company.sqlite.query('SELECT body FROM message WHERE id = ?').get(id) as { body: string }).body
  const twin = '5521900000001'
  addContact(ctx, 'Mesmo final', twin)
  const { body } = await bruno.post('/messages/1', { body: `Ligue para ${numbers.maria} (98888-0001)` })
  const [{ id, body: shown }] = body.messages
  expect(shown).toBe('Ligue para ******01 (******01)')
  const edit = (body: string) => bruno.post(`/messages/edit/${id}`, { body })
  expect((await edit('Por favor, ligue para ******01 hoje, ******01 ou ******01. ******99')).body.body).toContain(
    '******01',
  )
  expect(stored()).toBe(`Por favor, ligue para ${numbers.maria} hoje, 98888-0001 ou 98888-0001. ******99`)
  await edit(`De ${twin} para ******01`)
  expect(stored()).toBe(`De ${twin} para ${numbers.maria}`)
  expect((await edit('Só ******01')).body.error).toBe('ERR_HIDDEN_NUMBER')
  await edit('Troque ******01 por ******01')
  expect(stored()).toBe(`Troque ${twin} por ${numbers.maria}`)
  await bruno.put('/contacts/1', { name: 'Dona Maria ******01', number: '******01' })
  expect((await ana.get('/contacts/1')).body.name).toBe('Dona Maria ******01')
  const marta = (await bruno.get('/contacts?searchParam=marta')).body.contacts[0]
  await bruno.put(`/contacts/${marta.id}`, { name: 'Marta Reis ******22', number: marta.number })
  expect((await ana.get(`/contacts/${marta.id}`)).body.name).toBe(`Marta Reis ${numbers.inHerName}`)
})
