import { afterAll, beforeAll, expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import type { Channel } from '../channel/channel'
import { phoneKey } from '../contact/number/phone-number'
import { hasJob } from '../kernel/job/jobs'
import { setSession } from '../testing/connections'
import { messageEvent, receive } from '../testing/inbound'
import { addContact } from '../testing/tickets'
import { createWorld, type World } from '../testing/world'

const start = new Date('2026-11-22T15:00:00Z')
const secondMs = 1000
let world: World
let ana: Awaited<ReturnType<World['as']>>
let bruno: typeof ana
/** Numbers without an account, by their key. */
const missing = new Set<string>()
let asked: string[][] = []
beforeAll(async () => {
  world = await createWorld({ now: start })
  ana = await world.as(world.ana)
  bruno = await world.as(world.bruno)
})
afterAll(() => world.stop())

/** A connection whose provider writes Brazilian mobiles without the ninth digit. */
function connect() {
  const channel: Pick<Channel, 'checkNumbers'> = {
    checkNumbers: async (numbers) => {
      asked.push([...numbers])
      return numbers.map((number) =>
        missing.has(phoneKey(number))
          ? undefined
          : { addresses: [{ kind: 'phone', value: number.replace(/^55(\d\d)9(\d{8})$/, '55$1$2') }] },
      )
    },
  }
  world.ports.connections = { ...world.ports.connections, channel: () => channel as Channel }
}
function disconnect() {
  world.ports.connections = { ...world.ports.connections, channel: () => undefined }
}

const addList = async (name: string) => (await ana.post('/contact-lists', { name })).body.id as number
const itemsOf = async (id: number, query = '') =>
  (await ana.get(`/contact-list-items?contactListId=${id}${query}`)).body.contacts as Record<string, unknown>[]
const listOf = async (id: number) => (await ana.get(`/contact-lists/${id}`)).body
const addItem = (contactListId: number, item: object) => ana.post('/contact-list-items', { contactListId, ...item })

async function importCsv(id: number, content: string, name = 'lista.csv') {
  const form = new FormData()
  form.set('file', new File([content], name))
  const started = await ana.post(`/contact-lists/${id}/upload`, form)
  expect(started.status).toBe(202)
  for (;;) {
    await world.runJobs(1)
    const { body } = await ana.get(`/contacts/imports/${started.body.importId}`)
    if (body.state !== 'running') return body
  }
}

/** Runs the jobs of the next minutes. */
async function pass(seconds: number) {
  for (let done = 0; done < seconds; done += 3) {
    world.setTime(new Date(world.ctx(1).now.getTime() + 3 * secondMs))
    await world.runJobs(1)
  }
}

test('creates, renames and deletes a list, published to admins', async () => {
  world.published.length = 0
  const id = await addList('Clientes')
  expect((await ana.post('/contact-lists', { name: 'CLIÊNTES' })).body).toMatchObject({
    error: 'ERR_CONTACT_LIST_NAME_ALREADY_EXISTS',
    fields: { name: 'nameTaken' },
  })
  expect((await ana.post('/contact-lists', { name: 'x' })).body.fields).toEqual({ name: 'tooShort' })
  await ana.put(`/contact-lists/${id}`, { name: 'Clientes antigos' })
  expect(world.published).toMatchObject([
    { event: 'company-1-ContactList', topics: ['1/admin'], data: { action: 'create', contactList: { id } } },
    { event: 'company-1-ContactList', data: { action: 'update', contactList: { name: 'Clientes antigos' } } },
  ])
  expect((await ana.get('/contact-lists/list')).body).toEqual([{ id, name: 'Clientes antigos', contactsCount: 0 }])
  await addItem(id, { name: 'Rosa', number: '5511988887777' })
  expect((await ana.delete(`/contact-lists/${id}`)).status).toBe(200)
  expect((await ana.get(`/contact-list-items?contactListId=${id}`)).body.error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  await world.runJobs(1)
  const { sqlite } = world.ctx(1).company
  expect(sqlite.query('SELECT count(*) AS n FROM contact_list_item').get()).toEqual({ n: 0 })
})

test('recognises a number in any notation', async () => {
  const id = await addList('Uma pessoa')
  const made = await addItem(id, { name: 'Rosa Nova', number: '(11) 98888-7777', email: 'rosa@x.test' })
  expect(made.body).toMatchObject({ number: '5511988887777', isWhatsappValid: null, email: 'rosa@x.test' })
  for (const number of ['5511988887777', '551188887777', '+55 11 98888-7777']) {
    expect((await addItem(id, { name: 'De novo', number })).body.fields).toEqual({ number: 'duplicate' })
  }
  expect((await addItem(id, { name: 'Ruim', number: '5,5E+12' })).body.fields).toEqual({ number: 'tooShort' })
  expect((await addItem(id, { name: 'Ruim', number: 'ligar depois' })).body.fields).toEqual({ number: 'invalidNumber' })
  expect((await addItem(id, { name: 'R', number: '5511988887778', email: 'x' })).body.fields).toEqual({
    name: 'tooShort',
    email: 'invalidEmail',
  })
  const other = await addItem(id, { name: 'Outra', number: '5511977776666' })
  const path = `/contact-list-items/${other.body.id}`
  expect((await ana.put(path, { number: '551188887777' })).body.fields).toEqual({ number: 'duplicate' })
  expect((await ana.put(path, { contactListId: id + 100 })).body.fields).toEqual({ contactListId: 'unknown' })
  expect((await ana.put(path, { name: 'Outra pessoa' })).body).toMatchObject({ name: 'Outra pessoa', email: '' })
  expect((await itemsOf(id, '&searchParam=98888-77')).map(({ name }) => name)).toEqual(['Rosa Nova'])
  expect((await itemsOf(id, '&searchParam=pessoa outra')).map(({ name }) => name)).toEqual(['Outra pessoa'])
  await ana.post('/suppressions', { number: '5511977776666' })
  expect((await itemsOf(id)).map((item) => [item['name'], item['isSuppressed']])).toEqual([
    ['Outra pessoa', true],
    ['Rosa Nova', false],
  ])
  expect((await ana.delete(path)).status).toBe(200)
  expect((await listOf(id)).contactsCount).toBe(1)
})

test('imports a spreadsheet, and adds nobody when it is imported again', async () => {
  const id = await addList('Planilha')
  const rows = [
    'Nome;Número;E-mail;Cidade',
    'Ana Lima;(11) 91111-0001;ana@x.test;Santos',
    'Bia;5511911110002;;',
    'Repetida;+55 11 91111-0002;;',
    'Sem Número;;;',
    'Ruim;12;;',
  ]
  world.published.length = 0
  const done = await importCsv(id, rows.join('\n'))
  expect(done).toMatchObject({ state: 'done', contactListId: id, created: 2, ignored: 2, failed: 1, undoUntil: null })
  expect((await ana.get(`/contacts/imports/${done.id}/rows`)).body.rows).toMatchObject([
    { row: 4, reason: 'alreadyListed' },
    { row: 5, reason: 'missingNumber' },
    { row: 6, reason: 'numberTooShort' },
  ])
  expect(await itemsOf(id)).toMatchObject([
    { name: 'Ana Lima', number: '5511911110001', email: 'ana@x.test', extra: { Cidade: 'Santos' } },
    { name: 'Bia', number: '5511911110002' },
  ])
  const events = world.published.map(({ event, data }) => [event, data['action']])
  expect(events).toContainEqual(['company-1-ContactListItem', 'reload'])
  expect(events).not.toContainEqual(['company-1-contact', 'reload'])
  expect(await importCsv(id, rows.join('\n'))).toMatchObject({ created: 0, ignored: 4, failed: 1 })
  expect((await ana.get(`/contact-lists/${id}/imports`)).body.imports).toHaveLength(2)
  expect((await ana.get('/contacts/imports')).body.imports).toEqual([])
  // Nobody became a contact.
  expect((await ana.get('/contacts?searchParam=bia')).body.count).toBe(0)
})

test('detects the columns of a sheet without titles, else name first and number second', async () => {
  const id = await addList('Sem títulos')
  expect(await importCsv(id, '5511922220001,Caio\n5511922220002,Duda')).toMatchObject({ created: 2 })
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['Caio', 'Duda'])
  const bad = new FormData()
  bad.set('file', new File([''], 'vazia.csv'))
  expect((await ana.post(`/contact-lists/${id}/upload`, bad)).body).toMatchObject({ error: 'ERR_INVALID_SPREADSHEET' })
})

test('the columns of a spreadsheet are mapped by hand, and rows left out', async () => {
  const id = await addList('Com colunas escolhidas')
  const form = new FormData()
  const rows = [
    'Apelido;Nome;Fone;Cidade',
    'Lu;Luísa;11922221111;Santos',
    'Zé;José;11922222222;',
    'Xi;Xica;11922223333;',
  ]
  form.set('file', new File([rows.join('\n')], 'lista.csv'))
  const { body: upload } = await ana.post('/contacts/upload', form)
  const mapping = { name: 0, number: 2, email: null, tags: null, extraInfo: [{ column: 3, name: 'Cidade' }] }
  const start = (body: object) =>
    ana.post(`/contacts/upload/${upload.uploadId}/import`, { contactListId: id, mapping, ...body })
  expect((await start({ update: true, tagIds: [1], mapping: { ...mapping, tags: 1 } })).body.fields).toEqual({
    update: 'notForLists',
    tagIds: 'notForLists',
    'mapping.tags': 'notForLists',
  })
  expect((await start({ contactListId: 999 })).body.error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  const started = await start({ rows: { except: [4] } })
  expect(started.status).toBe(202)
  for (let round = 0; round < 3; round++) await world.runJobs(1)
  expect(await itemsOf(id)).toMatchObject([
    { name: 'Lu', number: '5511922221111', extra: { Cidade: 'Santos' } },
    { name: 'Zé', number: '5511922222222', extra: { Cidade: '' } },
  ])
  const { body } = await ana.get(`/contact-lists/${id}/imports`)
  expect(body.imports).toMatchObject([{ id: started.body.importId, contactListId: id, created: 2, total: 2 }])
})

test('the sample file is a spreadsheet and can be imported unchanged', async () => {
  const id = await addList('Do modelo')
  const answer = await world.app.handle(
    new Request('http://localhost/contact-lists/sample', {
      headers: { authorization: `Bearer ${await world.tokens.sign(ana.session)}` },
    }),
  )
  expect(answer.headers.get('content-disposition')).toContain('modelo-lista-de-contatos.xlsx')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const book = read(bytes)
  const [sheet] = Object.values(book.Sheets)
  expect(utils.sheet_to_json(sheet as never, { header: 1 })[0]).toEqual(['nome', 'numero', 'email'])
  const form = new FormData()
  form.set('file', new File([bytes], 'modelo.xlsx'))
  await ana.post(`/contact-lists/${id}/upload`, form)
  for (let round = 0; round < 3; round++) await world.runJobs(1)
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['João Souza', 'Maria Silva'])
})

test('verifies numbers in batches as soon as a connection is up, and again on request', async () => {
  const id = await addList('A verificar')
  receive(world, 1, messageEvent({ phone: '5511984440000', text: 'oi' }))
  const rows = Array.from({ length: 120 }, (_, n) => `Pessoa ${n};5511${984_440_000 + n}`)
  missing.add('5511984440007')
  asked = []
  await importCsv(id, rows.join('\n'))
  // The contact who has written has an account.
  expect(await listOf(id)).toMatchObject({ contactsCount: 120, validCount: 1, invalidCount: 0 })
  await pass(9)
  expect(asked).toEqual([])
  connect()
  await pass(90)
  const ofList = asked.filter(([number]) => number?.startsWith('551198444'))
  expect(ofList.map(({ length }) => length)).toEqual([50, 50, 19])
  expect(await listOf(id)).toMatchObject({ contactsCount: 120, validCount: 119, invalidCount: 1 })
  expect(await itemsOf(id, '&valid=invalid')).toMatchObject([{ number: '5511984440007', isWhatsappValid: false }])
  expect(await itemsOf(id, '&searchParam=pessoa 117')).toMatchObject([{ number: '551184440117' }])
  // A changed number is verified again.
  asked = []
  const [wrong] = await itemsOf(id, '&valid=invalid')
  await ana.put(`/contact-list-items/${wrong?.['id']}`, { number: '5511984449999' })
  await pass(6)
  expect([asked, await listOf(id)]).toMatchObject([[['5511984449999']], { validCount: 120, invalidCount: 0 }])
  asked = []
  disconnect()
  expect((await ana.post(`/contact-lists/${id}/check`)).body).toMatchObject({ validCount: 0, invalidCount: 0 })
  await pass(3)
  world.platform.files.close(1)
  connect()
  await pass(75)
  expect((await listOf(id)).validCount).toBe(120)
  expect(asked.flat().length).toBe(120)
  disconnect()
})

test('adds contacts by tag, filter and selection, without groups and blocked contacts', async () => {
  const ctx = world.ctx(1)
  const [one, two, blocked] = ['Marcada Um', 'Marcada Dois', 'Marcada Bloqueada'].map(
    (name, n) => addContact(ctx, name, `551195555000${n}`) as number,
  )
  const tag = (await ana.post('/tags', { name: 'Para lista', kanban: false, color: '#112233' })).body.id
  await ana.post('/contacts/bulk', { action: 'tag', contactIds: [one, two, blocked], tagIds: [tag] })
  await ana.post('/contacts/bulk', { action: 'block', contactIds: [blocked] })
  const id = await addList('De contatos')
  const fill = async (body: object) => (await ana.post(`/contact-lists/${id}/fill`, body)).body
  expect(await fill({ contactIds: [one] })).toEqual({ added: 1, known: 0, left: 0 })
  expect(await fill({ tagIds: [tag] })).toEqual({ added: 1, known: 1, left: 1 })
  expect(await fill({ filter: { searchParam: 'marcada', active: 'true' } })).toEqual({ added: 0, known: 2, left: 0 })
  expect((await itemsOf(id)).map(({ name }) => name)).toEqual(['Marcada Dois', 'Marcada Um'])
  expect((await ana.post(`/contact-lists/${id}/fill`, {})).status).toBe(400)
})

test('pages a long list', async () => {
  const id = await addList('Longa')
  const rows = Array.from({ length: 45 }, (_, n) => `Fila ${String(n).padStart(2, '0')};5511${96_666_0000 + n}`)
  await importCsv(id, rows.join('\n'))
  const first = await itemsOf(id)
  const second = await itemsOf(id, `&pageNumber=2&after=${first.at(-1)?.['id']}`)
  const third = (await ana.get(`/contact-list-items?contactListId=${id}&pageNumber=3`)).body
  expect([first.length, second.length, third.contacts.length, third.hasMore, third.count]).toEqual([
    20,
    20,
    5,
    false,
    45,
  ])
  expect(second[0]).toMatchObject({ name: 'Fila 20' })
})

test('checks continue when a connection is up again, also given-up ones', async () => {
  const id = await addList('Volta')
  await addItem(id, { name: 'Nair', number: '5511966667777' })
  const { sqlite } = world.ctx(1).company
  for (const change of ['run_at = run_at + 3600000', 'given_up = 1']) {
    await ana.post(`/contact-lists/${id}/check`)
    await world.runJobs(1)
    const { changes } = sqlite.run(`UPDATE job SET ${change} WHERE dedupe_key = 'contactList check ${id}'`)
    expect(changes).toBe(1)
    connect()
    setSession(world, 1, { status: 'CONNECTED' })
    // Other lists are checked in turn with this one.
    await pass(60)
    expect(await itemsOf(id)).toMatchObject([{ name: 'Nair', isWhatsappValid: true }])
    disconnect()
  }
})

test('schedules number checks with each batch, so that a crash between batches leaves none unchecked', async () => {
  disconnect()
  const id = await addList('Aos poucos')
  const { sqlite } = world.ctx(1).company
  sqlite.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO contact_list_item (list_id, name, number, phone_key, search_text, is_valid, created_at, updated_at)
    SELECT ${id}, 'P' || i, 5511800000000 + i, 5511800000000 + i, 'p', 1, 0, 0 FROM n`)
  const unchecked = sqlite.query('SELECT count(*) AS n FROM contact_list_item WHERE list_id = ? AND is_valid IS NULL')
  const seen = new Set<number>()
  let isDone = false
  const again = ana.post(`/contact-lists/${id}/check`).finally(() => void (isDone = true))
  for (; !isDone; await new Promise((resolve) => setImmediate(resolve))) {
    const { n } = unchecked.get(id) as { n: number }
    if (n === 0) continue
    seen.add(n)
    expect(hasJob(world.ctx(1), `contactList check ${id}`)).toBe(true)
  }
  expect((await again).status).toBe(200)
  expect([...seen]).toEqual([1000, 2000, 3000])
})

test('lists are limited to the company’s admins and to the plan', async () => {
  const id = await addList('Fechada')
  const item = (await addItem(id, { name: 'Rosa', number: '5511933330000' })).body.id
  const gina = await world.as(world.gina)
  const form = () => {
    const given = new FormData()
    given.set('file', new File(['Nome;Número\nA B;5511933330001'], 'a.csv'))
    return given
  }
  const calls: [string, string, unknown?][] = [
    ['GET', '/contact-lists'],
    ['GET', '/contact-lists/list'],
    ['GET', '/contact-lists/sample'],
    ['GET', `/contact-lists/${id}`],
    ['POST', '/contact-lists', { name: 'Nova lista' }],
    ['PUT', `/contact-lists/${id}`, { name: 'Outra lista' }],
    ['POST', `/contact-lists/${id}/check`],
    ['POST', `/contact-lists/${id}/fill`, { contactIds: [1] }],
    ['POST', `/contact-lists/${id}/upload`, form()],
    ['GET', `/contact-lists/${id}/imports`],
    ['GET', `/contact-list-items?contactListId=${id}`],
    ['GET', `/contact-list-items/${item}`],
    ['POST', '/contact-list-items', { name: 'Rosa', number: '5511933330002', contactListId: id }],
    ['PUT', `/contact-list-items/${item}`, { name: 'Rosa Lima' }],
    ['DELETE', `/contact-list-items/${item}`],
    ['DELETE', `/contact-lists/${id}`],
  ]
  for (const [method, path, body] of calls) {
    expect([path, (await bruno.call(method, path, body)).status]).toEqual([path, 403])
    if (!/\d/.test(path) && !path.includes('items')) continue
    expect([path, (await gina.call(method, path, body)).status]).toEqual([path, 404])
  }
  world.platform.catalog.sqlite.run('UPDATE plan SET use_campaigns = 0')
  world.platform.catalog.companies.forget()
  for (const [method, path, body] of calls) {
    expect([path, (await ana.call(method, path, body)).body]).toMatchObject([path, { limit: 'useCampaigns' }])
  }
})
