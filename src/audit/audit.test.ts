import { afterEach, beforeEach, expect, test } from 'bun:test'
import { recordAudit } from '../kernel/audit/audit'
import { auditEntryTable } from '../kernel/audit/audit.tables'
import { deleteConnection } from '../connection/save/delete-connection'
import { addContact } from '../testing/conversation/tickets'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'
import { createRequests } from '../testing/world/requests'
import { password } from '../testing/world/people'
import { createServedWorld } from '../testing/world/served-world'
import { forgetOldAuditEntries } from '../kernel/audit/forget-old-audit-entries'

let world: World
let ana: Caller, bruno: Caller, gina: Caller, sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  ;({ ana, bruno, gina, sofia } = await signIn(world, 'ana', 'bruno', 'gina', 'sofia'))
})
afterEach(() => world.stop())

const entries = async (query = '', by = ana) => (await by.get(`/audit${query}`)).body.records as any[]
const latest = async (query = '', by = ana) => (await entries(query, by))[0]

test('a changed right says who changed what, from what, to what, and from which address', async () => {
  await ana.put('/users/2', { showDashboard: true, queueIds: [1, 2], defaultTheme: 'dark', password: 'segredo-novo' })
  const entry = await latest()
  expect(entry).toMatchObject({
    category: 'rights',
    object: 'user',
    action: 'updated',
    objectId: 2,
    objectName: 'Bruno Lima',
    byKind: 'user',
    byId: 1,
    byName: 'Ana Souza',
    changes: [
      { field: 'showDashboard', from: false, to: true },
      { field: 'queues', from: 'Vendas', to: 'Vendas, Suporte' },
      { field: 'password' },
    ],
  })
  expect(JSON.stringify(entry)).not.toContain('segredo')
  expect(await entries('', gina)).not.toContainEqual(expect.objectContaining({ action: 'updated' }))
})

test('an unchanged form leaves no entry, and neither does a refused one', async () => {
  const before = (await entries()).length
  await ana.put('/users/2', { name: 'Bruno Lima', defaultTheme: 'dark' })
  await ana.put('/users/2', { email: 'ana@acme.test', showDashboard: true })
  await bruno.put('/settings/userCreation', { value: 'disabled' })
  expect((await entries()).length).toBe(before)
})

test('settings, roles, queues, connections and sign-ins each have their entry', async () => {
  await ana.put('/settings/sendSignMessage', { value: 'disabled' })
  expect(await latest()).toMatchObject({
    category: 'settings',
    objectName: 'sendSignMessage',
    changes: [{ field: 'sendSignMessage', to: 'disabled' }],
  })
  await ana.put('/queue/1', { name: 'Comercial', color: '#123456' })
  const queue = await latest()
  expect([queue.category, queue.object, queue.objectName]).toEqual(['records', 'queue', 'Comercial'])
  expect(queue.changes).toContainEqual({ field: 'name', from: 'Vendas', to: 'Comercial' })
  const saved = await ana.put('/whatsapp/1', { greetingMessage: 'Olá', token: 'umSegredoQueNinguemLe123456789' })
  expect(saved.body).toMatchObject({ id: 1 })
  const connection = await latest()
  expect([connection.category, connection.objectId]).toEqual(['connections', 1])
  expect(connection.changes).toContainEqual(expect.objectContaining({ field: 'greetingMessage', to: 'Olá' }))
  expect(connection.changes).toContainEqual({ field: 'token' })
  expect(JSON.stringify(await entries())).not.toContain('umSegredo')
  const wrong = await createRequests(world.app).post('/auth/login', { email: 'bruno@acme.test', password: 'errada' })
  expect(wrong.status).toBe(401)
  expect(await latest()).toMatchObject({ category: 'signIns', action: 'signInRefused', objectName: 'Bruno Lima' })
})

test('secrets of integrations are named, not shown', async () => {
  const { id } = (await ana.post('/aiprovider', { name: 'OpenAI', base_url: 'https://ai.test/v1', api_key: 'sk-um' }))
    .body
  await ana.put('/aiprovider', { id, name: 'OpenAI 2', base_url: 'https://ai.test/v1', api_key: 'sk-dois' })
  const texts = JSON.stringify(await entries())
  expect(texts).toContain('OpenAI 2')
  for (const secret of ['sk-um', 'sk-dois']) expect(texts).not.toContain(secret)
  const stored = JSON.stringify(world.ctx(1).db.select().from(auditEntryTable).all())
  for (const secret of ['sk-um', 'sk-dois']) expect(stored).not.toContain(secret)
})

test('the support of the host is named as such', async () => {
  const { status } = await sofia.put('/companies/2/connections/1', { greetingMessage: 'Suporte esteve aqui' })
  expect(status).toBe(200)
  expect(await latest('', gina)).toMatchObject({
    category: 'support',
    object: 'connection',
    byKind: 'host',
    byName: '',
  })
  expect(await entries('?category=support')).toEqual([])
  expect(await entries('?category=support&by=host', gina)).toHaveLength(1)
})

test('exports are audited, this one as well, and deleted contacts leave no name', async () => {
  await ana.get('/contacts/export?format=csv')
  expect(await latest()).toMatchObject({ category: 'exports', object: 'contact', action: 'exported' })
  const id = addContact(world.ctx(1), 'Rita Sigilosa')
  await ana.delete(`/contacts/${id}`)
  expect(await latest('?category=deletions')).toMatchObject({ object: 'contact', objectId: id, objectName: '' })
  const file = await ana.get('/audit/export?format=csv')
  const text = String(file.body)
  expect([file.status, text.trim().split('\n').length]).toEqual([200, (await entries()).length + 1])
  expect(text).toContain('Exportação')
  expect(text).not.toContain('Sigilosa')
  expect(await latest()).toMatchObject({ object: 'audit', action: 'exported' })
})

test('an export of words has the entries that the screen finds, newest first, over several batches', async () => {
  const note = (...names: string[]) => {
    const ctx = world.ctxAs(world.ana)
    ctx.transaction(() => {
      for (const name of names) recordAudit(ctx, { object: 'tag', action: 'created', name })
    })
  }
  note(...Array.from({ length: 1203 }, (_, index) => `Marcador ${index}`), 'Outro')
  world.setTime(new Date('2026-11-25T15:00:00Z'))
  ana = await world.as(world.ana)
  note('Marcador tardio')
  const namesIn = async (query: string) => {
    const lines = String((await ana.get(`/audit/export?format=csv${query}`)).body)
      .trim()
      .split('\n')
      .slice(1)
    return lines.map((line) => /Marcador \w+/.exec(line)?.[0])
  }
  const all = await namesIn('&searchParam=marcad')
  expect(all).toHaveLength(1204)
  expect(all.slice(0, 2)).toEqual(['Marcador tardio', 'Marcador 1202'])
  expect(all.at(-1)).toBe('Marcador 0')
  expect(await namesIn('&searchParam=marcador%207')).toHaveLength(111)
  expect(await namesIn('&searchParam=marcador&from=2026-11-25')).toEqual(['Marcador tardio'])
  expect(await namesIn('&searchParam=nada')).toEqual([])
})

test('is filtered by person, kind, period and words, and read by pages', async () => {
  await ana.put('/users/2', { name: 'Bruno Conceição' })
  world.setTime(new Date('2026-11-22T02:30:00Z'))
  for (let index = 0; index < 60; index++) await ana.put('/users/3', { farewellMessage: `Até logo ${index}` })
  const first = (await ana.get('/audit?category=rights')).body
  expect([first.records.length, first.hasMore, first.count]).toEqual([50, true, 61])
  const last = first.records.at(-1)
  const rest = (await ana.get(`/audit?category=rights&after=${Date.parse(last.at)}.${last.id}`)).body
  expect([rest.records.length, rest.hasMore]).toEqual([11, false])
  expect(new Set([...first.records, ...rest.records].map(({ id }: { id: number }) => id)).size).toBe(61)
  expect(await entries('?searchParam=conceicao')).toHaveLength(1)
  expect(await entries('?searchParam=logo%2059')).toHaveLength(1)
  expect(await entries('?searchParam=%22*')).toEqual([])
  // Half past eleven in São Paulo on the 21st.
  expect(await entries('?from=2026-11-21&to=2026-11-21&category=rights')).toHaveLength(50)
  expect(await entries('?from=2026-11-22')).toEqual([])
  expect(await entries('?to=2026-11-20&category=rights')).toHaveLength(1)
  await bruno.put('/users/2', { name: 'Bruno L.' })
  expect(await entries('?by=2')).toMatchObject([{ byId: 2, objectName: 'Bruno L.' }])
  for (const query of ['by=x', 'category=x', 'from=31', 'after=1']) {
    expect([query, (await ana.get(`/audit?${query}`)).status]).toEqual([query, 400])
  }
})

test('an entry has the address of who was signed in', async () => {
  const served = await createServedWorld()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }
  const body = JSON.stringify({ email: 'bruno@acme.test', password })
  const origin = served.liveAddress.replace('ws:', 'http:').replace('/live', '')
  expect((await fetch(`${origin}/auth/login`, { method: 'POST', headers, body })).status).toBe(200)
  const records = (await (await served.as(served.ana)).get('/audit?searchParam=203.0.113.7')).body.records
  expect(records).toMatchObject([{ action: 'signedIn', byId: 2, address: '203.0.113.7' }])
  await served.stop()
})

test('only admins read it', async () => {
  for (const path of ['/audit', '/audit/export']) {
    expect([path, (await bruno.get(path)).body.error]).toEqual([path, 'ERR_NO_PERMISSION'])
  }
})

test('entries are kept for two years', async () => {
  await ana.put('/users/2', { name: 'Bruno I' })
  const before = (await entries()).length
  await forgetOldAuditEntries(world.ctx(1).company, new Date('2028-11-19T11:00:00Z'))
  expect((await entries()).length).toBe(before)
  await forgetOldAuditEntries(world.ctx(1).company, new Date('2028-11-20T13:00:00Z'))
  expect(await entries()).toEqual([])
  expect(await entries('?searchParam=bruno')).toEqual([])
})

test('what the product does by itself has no person', async () => {
  await deleteConnection(world.platform, world.ctx(2), 1)
  expect(await latest('', gina)).toMatchObject({
    object: 'connection',
    action: 'deleted',
    byKind: 'system',
    byId: null,
  })
})
