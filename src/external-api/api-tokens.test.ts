import { afterEach, beforeEach, expect, test } from 'bun:test'
import { apiTokenTable } from '../connection/api-token/api-token.record'
import { rebuildTokenIndex } from '../connection/save/connection-token'
import { getMessageTrace } from '../message/trace/message-trace.view'
import { addConnection, giveTokens } from '../testing/conversation/connections'
import { listMessageRows } from '../testing/conversation/conversation'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { changePlans } from '../testing/world/change-plans'
import { password } from '../testing/world/people'
import { phones } from '../testing/conversation/inbound'
import { createRequests } from '../testing/world/requests'
import { type Caller, createWorld, signIn, type World } from '../testing/world/world'

let world: World
let ana: Caller, gina: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
  ;({ ana, gina } = await signIn(world, 'ana', 'gina'))
  for (const id of [1, 2]) world.ctx(id).company.sqlite.run("UPDATE connection SET number = '5511900000001'")
})
afterEach(() => world.stop())

const all = ['messages:send', 'tickets:read', 'contacts:read', 'contacts:write']
const create = async (more: object = {}, by = ana) => {
  const body = {
    name: 'Loja virtual',
    scopes: all,
    connectionIds: [],
    expiresOn: null,
    currentPassword: password,
    ...more,
  }
  return (await by.post('/api-tokens', body)).body
}
const program = (token: string) => createRequests(world.app, token)
const send = (token: string, more: object = {}) =>
  program(token).post('/api/messages/send', { number: phones[1], body: 'Seu pedido saiu', ...more })

test('is shown once and kept as a hash only', async () => {
  const { id, token, prefix } = await create()
  expect(token).toMatch(/^rcd_\w{40}$/)
  expect(token.startsWith(prefix)).toBe(true)
  const listed = (await ana.get('/api-tokens')).body
  expect(listed).toMatchObject([{ id, prefix, createdBy: 'Ana Souza', lastUsedAt: null, isExpired: false }])
  const kept = [listed, world.ctx(1).db.select().from(apiTokenTable).all(), (await ana.get('/audit')).body]
  expect(JSON.stringify(kept)).not.toContain(token.slice(8))
  expect((await ana.get('/audit?category=tokens')).body.records).toMatchObject([
    { object: 'apiToken', action: 'created', objectName: 'Loja virtual', byName: 'Ana Souza' },
  ])
})

test('a message says which token sent it, or which connection’s own', async () => {
  giveTokens(world, { 1: 'A'.repeat(30), 2: 'B'.repeat(30) })
  const { id, token } = await create()
  await send(token)
  await send('A'.repeat(30), { body: 'Outro' })
  const causes = listMessageRows(world).map((row) => getMessageTrace(world.ctx(1), row.id).steps[0]?.data.cause)
  expect(causes).toEqual([
    { kind: 'apiToken', id, name: 'Loja virtual' },
    { kind: 'api', id: 1, name: 'Acme WhatsApp' },
  ])
})

test('each scope allows its calls, and no other does', async () => {
  const contactId = addContact(world.ctx(1), 'Rita')
  const ticket = addTicket(world.ctx(1), { contactId, status: 'open', userId: 2, queueId: 1 })
  const calls: [scope: string, method: string, path: string, body?: object][] = [
    ['messages:send', 'POST', '/api/messages/send', { number: phones[1], body: 'Oi' }],
    ['messages:send', 'GET', '/api/messages/1'],
    ['tickets:read', 'GET', '/api/tickets'],
    ['tickets:read', 'GET', `/api/tickets/${ticket.id}`],
    ['contacts:read', 'GET', '/api/contacts?searchParam=rita'],
    ['contacts:read', 'GET', `/api/contacts/${contactId}`],
    ['contacts:write', 'POST', '/api/contacts', { name: 'Beto', number: '5511977776666' }],
    ['contacts:write', 'PUT', `/api/contacts/${contactId}`, { name: 'Rita Lima' }],
  ]
  for (const [scope, method, path, body] of calls) {
    const others = await create({
      name: `Sem ${path} ${method}`.slice(0, 50),
      scopes: all.filter((one) => one !== scope),
    })
    const refused = await program(others.token).call(method, path, body)
    expect([path, refused.status, refused.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION'])
    const own = await create({ name: `Com ${path} ${method}`.slice(0, 50), scopes: [scope] })
    expect([path, (await program(own.token).call(method, path, body)).status]).toEqual([path, 200])
  }
  const { token } = await create()
  expect((await program(token).get('/api/tickets')).body.tickets.map(({ id }: { id: number }) => id)).toContain(
    ticket.id,
  )
  for (const path of ['/tickets', '/contacts', '/users', '/api-tokens', '/audit']) {
    expect([path, (await program(token).get(path)).status]).toEqual([path, 403])
  }
  const written = (await ana.get('/audit?by=token')).body.records
  expect(written).toMatchObject([
    { object: 'contact', action: 'updated', objectId: contactId, byKind: 'token' },
    { object: 'contact', action: 'created', byKind: 'token' },
  ])
})

test('reaches its connections only', async () => {
  addConnection(world, { name: 'Filial' })
  const other = 2
  world.ctx(1).company.sqlite.run("UPDATE connection SET number = '5511900000002' WHERE id = ?", [other])
  const hidden = addTicket(world.ctx(1), { contactId: addContact(world.ctx(1), 'Rita'), status: 'open', userId: 2 })
  const { token } = await create({ connectionIds: [other] })
  const refused = await send(token, { connectionId: 1 })
  expect([refused.status, refused.body.fields]).toEqual([400, { connectionId: 'unknown' }])
  expect((await program(token).get('/api/tickets')).body.tickets).toEqual([])
  expect((await program(token).get('/api/tickets?whatsapps=1')).body.tickets).toEqual([])
  expect((await program(token).get(`/api/tickets/${hidden.id}`)).status).toBe(404)
  const free = await create({ name: 'Todas' })
  const sent = await send(free.token, { connectionId: 1 })
  expect(sent.status).toBe(200)
  expect((await program(token).get(`/api/messages/${sent.body.messageId}`)).status).toBe(404)
  expect((await program(free.token).get(`/api/messages/${sent.body.messageId}`)).status).toBe(200)
  expect(
    (
      await ana.post('/api-tokens', {
        name: 'x y',
        scopes: all,
        connectionIds: [99],
        expiresOn: null,
        currentPassword: password,
      })
    ).status,
  ).toBe(400)
})

test('ends with its last day, and at once when revoked', async () => {
  const { id, token } = await create({ expiresOn: '2026-11-20' })
  expect((await send(token)).status).toBe(200)
  const past = { name: 'Velha', scopes: all, connectionIds: [], expiresOn: '2026-11-19', currentPassword: password }
  expect((await ana.post('/api-tokens', past)).body.fields).toEqual({ expiresOn: 'past' })
  // São Paulo's day ends at three in the morning.
  world.setTime(new Date('2026-11-21T02:59:00Z'))
  expect((await program(token).get('/api/contacts')).status).toBe(200)
  world.setTime(new Date('2026-11-21T03:01:00Z'))
  const expired = await program(token).get('/api/contacts')
  expect([expired.status, expired.body.error, expired.body.expiredOn]).toEqual([403, 'ERR_NO_PERMISSION', '2026-11-20'])
  const { token: kept } = await create({ name: 'Outra' })
  await ana.put(`/api-tokens/${id}`, { expiresOn: null, currentPassword: password })
  expect((await program(token).get('/api/contacts')).status).toBe(200)
  expect((await ana.delete(`/api-tokens/${id}`)).status).toBe(200)
  expect((await program(token).get('/api/contacts')).status).toBe(403)
  expect((await program(kept).get('/api/contacts')).status).toBe(200)
  expect((await ana.get('/audit?category=deletions')).body.records).toMatchObject([
    { object: 'apiToken', objectId: id },
  ])
})

test('is the company’s own, and needs the plan', async () => {
  const { token } = await create()
  const globex = await create({ name: 'Globex' }, gina)
  addContact(world.ctx(1), 'Rita')
  const names = async (of: string) =>
    (await program(of).get('/api/contacts?searchParam=rita')).body.contacts.map(({ name }: { name: string }) => name)
  expect([await names(token), await names(globex.token)]).toEqual([['Rita'], []])
  changePlans(world, { useExternalApi: false })
  expect((await send(token)).status).toBe(403)
  expect((await ana.get('/api-tokens')).status).toBe(402)
})

test('says when and from where it was used, at most once a minute', async () => {
  const { token } = await create()
  const use = (address: string) => program(token).get('/api/contacts', { 'x-forwarded-for': address })
  const used = async () => {
    const { lastUsedAt, lastUsedAddress } = (await ana.get('/api-tokens')).body[0]
    return [lastUsedAt, lastUsedAddress]
  }
  await use('203.0.113.7')
  expect(await used()).toEqual(['2026-11-20T12:00:00.000Z', '203.0.113.7'])
  world.setTime(new Date('2026-11-20T12:00:59Z'))
  await use('203.0.113.8')
  expect(await used()).toEqual(['2026-11-20T12:00:00.000Z', '203.0.113.7'])
  world.setTime(new Date('2026-11-20T12:01:00Z'))
  await use('203.0.113.8')
  expect(await used()).toEqual(['2026-11-20T12:01:00.000Z', '203.0.113.8'])
})

test('guesses are limited, and neither lock out the token nor the connection’s own', async () => {
  giveTokens(world, { 1: 'A'.repeat(30), 2: 'B'.repeat(30) })
  const { token } = await create()
  const ask = (of: string) => program(of).get('/api/contacts', { 'x-forwarded-for': '203.0.113.7' })
  expect((await ask(token)).status).toBe(200)
  for (let guess = 0; guess < 60; guess++)
    expect((await ask(`rcd_${String(guess).padStart(40, 'x')}`)).status).toBe(403)
  expect((await ask(`rcd_${'y'.repeat(40)}`)).status).toBe(429)
  expect((await ask(token)).status).toBe(200)
  const old = await program('A'.repeat(30)).post('/api/messages/send', {
    number: phones[1],
    body: 'Oi',
    connectionId: 99,
  })
  expect(old.status).toBe(200)
  expect(listMessageRows(world)).toHaveLength(1)
  expect((await program('A'.repeat(30)).get('/api/contacts')).status).toBe(403)
})

test('survives that the index is made again', async () => {
  const { token } = await create()
  world.platform.catalog.sqlite.run('DELETE FROM connection_token WHERE company_id = 1')
  expect((await send(token)).status).toBe(403)
  await rebuildTokenIndex(world.platform, 1)
  expect((await send(token)).status).toBe(200)
})

test('takes the password of who makes a key or gives it more; a new name takes none', async () => {
  const body = { name: 'Loja', scopes: ['tickets:read'], connectionIds: [], expiresOn: null }
  const wrong = { currentPassword: 'wrongPassword' }
  expect((await ana.post('/api-tokens', { ...body, currentPassword: 'errada' })).body.fields).toEqual(wrong)
  expect((await ana.post('/api-tokens', body)).body.fields).toEqual({ currentPassword: 'required' })
  expect((await ana.get('/api-tokens')).body).toEqual([])
  const { id } = (await ana.post('/api-tokens', { ...body, currentPassword: password })).body
  expect((await ana.put(`/api-tokens/${id}`, { scopes: all })).body.fields).toEqual({ currentPassword: 'required' })
  expect((await ana.put(`/api-tokens/${id}`, { scopes: all, currentPassword: 'errada' })).body.fields).toEqual(wrong)
  expect((await ana.put(`/api-tokens/${id}`, { name: 'Loja nova' })).body).toMatchObject({ scopes: ['tickets:read'] })
  const widened = await ana.put(`/api-tokens/${id}`, { scopes: all, currentPassword: password })
  expect(widened.body.scopes).toEqual(all)
  for (let attempt = 0; attempt < 10; attempt++) {
    await ana.post('/api-tokens', { ...body, currentPassword: 'errada' })
  }
  expect((await ana.post('/api-tokens', { ...body, currentPassword: password })).status).toBe(429)
})
