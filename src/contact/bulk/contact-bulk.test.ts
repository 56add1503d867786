import { afterAll, beforeAll, expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import { setSetting } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { addContact } from '../../testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'

let world: World
let ana: Caller, bruno: Caller
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-22T15:00:00Z') })
  ;({ ana, bruno } = await signIn(world, 'ana', 'bruno'))
})
afterAll(() => world.stop())

const addTag = async (name: string) => Number((await ana.post('/tags', { name, kanban: 0 })).body.id)
const namesOf = async (query: string, as: Caller = ana) =>
  (await as.get(`/contacts?${query}`)).body.contacts.map(({ name }: { name: string }) => name)

async function exportRows(as: Caller, query = ''): Promise<unknown[][]> {
  const request = new Request(`http://localhost/contacts/export?${query}`, {
    headers: { authorization: `Bearer ${as.token}` },
  })
  const answer = await world.app.handle(request)
  expect(answer.status).toBe(200)
  const sheet = Object.values(read(await answer.arrayBuffer()).Sheets)[0] ?? {}
  return utils.sheet_to_json(sheet, { header: 1, defval: '' })
}

test('adds and removes tags of many contacts; the list filters by all or any tags', async () => {
  const [vip, late] = [await addTag('VIP lista'), await addTag('Atrasado lista')]
  const ids = ['Lia A', 'Lia B', 'Lia C'].map((name) => addContact(world.ctx(1), name))
  world.published.length = 0
  const tagged = await bruno.post('/contacts/bulk', { action: 'tag', contactIds: [...ids, 999_999], tagIds: [vip] })
  expect(tagged.body).toEqual({ done: 3 })
  expect(
    world.published.filter(({ event }) => event === 'company-1-contact').map(({ data }) => data['action']),
  ).toEqual(ids.map(() => 'update'))
  await bruno.post('/contacts/bulk', { action: 'tag', contactIds: ids.slice(1), tagIds: [late] })
  await bruno.post('/contacts/bulk', { action: 'untag', contactIds: [ids[2]], tagIds: [vip] })
  expect(await namesOf(`contactTag=[${vip},${late}]`)).toEqual(['Lia B'])
  expect(await namesOf(`contactTag=[${vip},${late}]&tagMatch=any`)).toEqual(['Lia A', 'Lia B', 'Lia C'])
})

test('blocks, filters and unblocks many contacts', async () => {
  const ids = [addContact(world.ctx(1), 'Bloqueada Um'), addContact(world.ctx(1), 'Bloqueada Dois')]
  expect((await bruno.post('/contacts/bulk', { action: 'block', contactIds: ids })).body).toEqual({ done: 2 })
  expect(await namesOf('active=false')).toEqual(['Bloqueada Dois', 'Bloqueada Um'])
  await bruno.post('/contacts/bulk', { action: 'unblock', contactIds: ids })
  expect(await namesOf('active=false')).toEqual([])
})

test('only admins delete; a contact with thousands of messages is deleted in batches', async () => {
  const number = '5511933330001'
  const id = addContact(world.ctx(1), 'Muito Falada', number)
  receive(world, 1, messageEvent({ phone: number, text: 'primeira' }))
  const { sqlite } = world.ctx(1).company
  sqlite.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
     INSERT INTO message (ticket_id, from_me, body, created_at)
     SELECT (SELECT id FROM ticket WHERE contact_id = ?), 0, 'mensagem ' || i, 0 FROM n`,
    [id],
  )
  const refused = await bruno.post('/contacts/bulk', { action: 'delete', contactIds: [id] })
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  expect((await ana.post('/contacts/bulk', { action: 'delete', contactIds: [id, id] })).body).toEqual({ done: 1 })
  isDone = true
  expect(turns).toBeGreaterThan(20)
  expect(sqlite.query("SELECT count(*) AS n FROM message WHERE body LIKE 'mensagem %'").get()).toEqual({ n: 0 })
  expect((await ana.get(`/contacts/${id}`)).status).toBe(404)
})

test('refuses invalid requests', async () => {
  const kanban = Number((await ana.post('/tags', { name: 'Raia da lista', kanban: 1 })).body.id)
  const [contact] = [addContact(world.ctx(1), 'Quem')]
  for (const body of [
    { action: 'tag', contactIds: [contact], tagIds: [] },
    { action: 'tag', contactIds: [], tagIds: [1] },
    { action: 'tag', contactIds: [contact], tagIds: [kanban] },
    { action: 'tag', contactIds: [contact], tagIds: [987_654] },
    { action: 'erase', contactIds: [contact] },
    { action: 'block', contactIds: Array.from({ length: 501 }, (_, index) => index + 1) },
  ]) {
    const { status, body: answer } = await bruno.post('/contacts/bulk', body)
    expect([body.action, status, answer.error]).toEqual([body.action, 400, 'ERR_INVALID_INPUT'])
  }
  for (const query of ['pageSize=0', 'pageSize=101', 'active=x', 'tagMatch=none', 'whatsappId=x']) {
    expect([query, (await ana.get(`/contacts?${query}`)).status]).toEqual([query, 400])
  }
})

test('returns pages of 20 if requested', async () => {
  for (let i = 0; i < 45; i++) addContact(world.ctx(1), `Paginada ${i}`)
  const { body } = await ana.get('/contacts?searchParam=paginada&pageSize=20&pageNumber=3')
  expect([body.contacts.length, body.hasMore, body.count]).toEqual([5, false, 45])
})

test('exports the filtered list with tags and extra fields, and logs the user', async () => {
  const tag = await addTag('Exportada')
  const made = await ana.post('/contacts', {
    name: '=HYPERLINK("http://x")',
    number: '5511922220001',
    email: 'x@exemplo.test',
    extraInfo: [
      { name: 'Cidade', value: 'São Paulo' },
      { name: 'CPF', value: '123' },
    ],
  })
  const other = addContact(world.ctx(1), 'Zé Exportado', '5511922220002')
  await ana.post('/contacts/bulk', { action: 'tag', contactIds: [made.body.id, other], tagIds: [tag] })
  await ana.put(`/contacts/block/${other}`, { active: false })
  const header = ['Nome', 'Número', 'E-mail', 'Tags', 'Conexão', 'Canal', 'Ativo', 'CPF', 'Cidade']
  const first = ['=HYPERLINK("http://x")', 5511922220001, 'x@exemplo.test', 'Exportada', '', 'WhatsApp', 'Sim', '123']
  const last = ['Zé Exportado', 5511922220002, '', 'Exportada', '', 'WhatsApp', 'Não', '', '']
  expect(await exportRows(ana, `contactTag=[${tag}]`)).toEqual([header, [...first, 'São Paulo'], last])
  expect(await exportRows(ana, `contactIds=[${other}]`)).toEqual([header, last])
  const csv = await ana.get(`/contacts/export?format=csv&contactTag=[${tag}]`)
  expect(String(csv.body)).toContain('"\t=HYPERLINK(""http://x"")";5511922220001;')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="contatos-2026-11-22.csv"')
  expect(String(csv.body)).toContain('Zé Exportado;5511922220002;;Exportada;;WhatsApp;Não;;\r\n')
  const events = world
    .ctx(1)
    .company.sqlite.query<{ user_id: number; data: string }, []>(
      "SELECT user_id, data FROM event WHERE type = 'contacts.exported' ORDER BY number",
    )
    .all()
  expect(events.map(({ user_id, data }) => [user_id, JSON.parse(data).rows, JSON.parse(data).format])).toEqual([
    [world.ana.id, 2, 'xlsx'],
    [world.ana.id, 1, 'xlsx'],
    [world.ana.id, 2, 'csv'],
  ])
  world.ctx(1).company.sqlite.run("UPDATE contact SET username = 'ze.exportado' WHERE id = ?", [other])
  const named = [...header.slice(0, 7), 'Nome de usuário', ...header.slice(7)]
  const row = [...last.slice(0, 7), 'ze.exportado', ...last.slice(7)]
  expect(await exportRows(ana, `contactIds=[${other}]`)).toEqual([named, row])
  world.ctx(1).company.sqlite.run("UPDATE contact SET username = ''")
  // Thirty fields have a column each; the rest share one.
  for (const [count, ofMore] of [
    [28, [[], []]],
    [29, [['Outros campos'], ['Cidade: São Paulo']]],
  ] as const) {
    const extraInfo = Array.from({ length: count }, (_, n) => ({ name: `Campo ${n + 10}`, value: 'x' }))
    await ana.put(`/contacts/${other}`, { extraInfo })
    const rows = await exportRows(ana, `contactIds=[${made.body.id}]`)
    expect(rows.map((row) => row.slice(37))).toEqual(ofMore as never)
  }
})

test('leaves groups out of an export, unless they are asked for, and of an import', async () => {
  const group = addContact(world.ctx(1), 'Turma Exportada', '120363000000000001')
  world.ctx(1).company.sqlite.run('UPDATE contact SET is_group = 1 WHERE id = ?', [group])
  const person = addContact(world.ctx(1), 'Turma Pessoa', '5511922220009')
  const names = async (query: string) => (await exportRows(ana, query)).slice(1).map(([name]) => name)
  expect(await names('searchParam=turma')).toEqual(['Turma Pessoa'])
  expect(await names(`contactIds=[${group},${person}]`)).toEqual(['Turma Pessoa'])
  // An empty file would say nothing.
  expect(await names(`contactIds=[${group}]`)).toEqual(['Turma Exportada'])
  expect(await names(`contactIds=[${group}]&isGroup=false`)).toEqual([])
  expect(await names('searchParam=turma&isGroup=true')).toEqual(['Turma Exportada'])
  expect(await names(`contactIds=[${group}]&isGroup=true`)).toEqual(['Turma Exportada'])
})

test('exports in the language of the exporting user', async () => {
  const carla = await world.as(world.carla)
  expect((await ana.put(`/users/${world.carla.id}`, { language: 'en' })).status).toBe(200)
  const [header] = await exportRows(carla)
  expect(header?.slice(0, 3)).toEqual(['Name', 'Number', 'E-mail'])
  expect((await exportRows(ana))[0]?.slice(0, 3)).toEqual(['Nome', 'Número', 'E-mail'])
})

test('masks hidden numbers in the export, too', async () => {
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  const query = 'searchParam=ze exportado'
  expect((await exportRows(bruno, query))[1]?.slice(0, 2)).toEqual(['Zé Exportado', '******02'])
  expect((await exportRows(ana, query))[1]?.slice(0, 2)).toEqual(['Zé Exportado', 5511922220002])
  expect((await exportRows(bruno, 'searchParam=922220')).length).toBe(1)
})

test('publishes the number of written rows to the exporting user only', async () => {
  world.published.length = 0
  const rows = (await exportRows(ana, 'exportId=follow-1')).length - 1
  const progress = world.published.filter(({ event }) => event === 'company-1-exportProgress')
  expect(progress.length).toBeGreaterThan(0)
  expect(progress.every(({ topics }) => topics.join() === `1/user:${world.ana.id}`)).toBe(true)
  const written = progress.map(({ data }) => Number(data['rows']))
  expect(written).toEqual(written.toSorted((a, b) => a - b))
  expect(written.at(-1)).toBeLessThanOrEqual(rows)
  expect(progress[0]?.data['exportId']).toBe('follow-1')
  world.published.length = 0
  await exportRows(ana)
  expect(world.published).toEqual([])
  expect((await ana.get('/contacts/export?exportId=<b>')).body.fields).toEqual({ exportId: 'invalid' })
})

test('limits parallel exports, and frees the slot of one that nobody reads', async () => {
  const start = () =>
    world.app.handle(
      new Request('http://localhost/contacts/export', { headers: { authorization: `Bearer ${ana.token}` } }),
    )
  for (let i = 0; i < 1500; i++) addContact(world.ctx(1), `Muitas ${i}`)
  const readers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const reader = (await start()).body?.getReader()
      await reader?.read()
      await reader?.read()
      return reader
    }),
  )
  expect((await start()).status).toBe(429)
  await readers[0]?.cancel()
  const next = await start()
  expect(next.status).toBe(200)
  expect((await next.arrayBuffer()).byteLength).toBeGreaterThan(1000)
})

test('lists the connections through which a contact can be written to', async () => {
  const ctx = world.ctx(1)
  ctx.company.sqlite.run(
    "INSERT INTO connection (id, name, channel, token, created_at, updated_at) VALUES (77, 'Página', 'facebook', 't', 0, 0)",
  )
  const phone = addContact(ctx, 'Por Telefone')
  const page = addContact(ctx, 'Da Página')
  ctx.company.sqlite.run('DELETE FROM contact_identity WHERE contact_id = ?', [page])
  ctx.company.sqlite.run(
    "INSERT INTO contact_identity (scope, kind, value, contact_id) VALUES (77, 'page-scoped', 'psid-1', ?)",
    [page],
  )
  const channelsOf = async (id: number) =>
    (await bruno.get(`/contacts/${id}/connections`)).body.map(({ channel }: { channel: string }) => channel)
  expect(new Set(await channelsOf(phone))).toEqual(new Set(['whatsapp']))
  expect(await channelsOf(page)).toEqual(['facebook'])
  expect((await bruno.get('/contacts/999999/connections')).status).toBe(404)
})

test('counts what is deleted with a contact', async () => {
  const id = addContact(world.ctx(1), 'Com Conversa', '5511900099001')
  receive(world, 1, messageEvent({ phone: '5511900099001', text: 'um' }))
  receive(world, 1, messageEvent({ phone: '5511900099001', text: 'dois' }))
  expect((await ana.get(`/contacts/${id}/records`)).body).toEqual({
    tickets: 1,
    messages: 2,
    notes: 0,
    tags: 0,
    extraInfo: 0,
    schedules: 0,
  })
  expect((await ana.get('/contacts/999999/records')).status).toBe(404)
})
