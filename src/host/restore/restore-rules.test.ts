import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { campaignShippingTable, campaignTable } from '../../campaign/campaign.tables'
import { connectionTable, inboundEventTable, missingMessageTable } from '../../connection/connection.tables'
import { outboundChangeTable } from '../../message/message.tables'
import { addConnection, readConnection } from '../../testing/conversation/connections'
import { openTicket } from '../../testing/conversation/conversation'
import { backUp } from '../../testing/restore/backup'
import { password } from '../../testing/world/people'
import { type Answer, createRequests } from '../../testing/world/requests'
import { createWorld, type World } from '../../testing/world/world'
import { installRestored } from './install-restored'

const now = new Date('2026-11-22T12:00:00Z')

let world: World
beforeEach(async () => {
  world = await createWorld({ now })
})
afterEach(() => world.stop())

function add(name: string) {
  addConnection(world, { name })
  return world.ctx(1).db.select().from(connectionTable).where(eq(connectionTable.name, name)).get()?.id ?? 0
}

const restoreFrom = (folder: string) =>
  installRestored(world.platform, { companyId: 1, folder, mode: 'replace', stateOf: now })

test('a campaign goes on only with those who got nothing since, after an admin let it', async () => {
  const { db } = world.ctx(1)
  const campaign = { name: 'Natal', status: 'EM_ANDAMENTO', connectionId: 1, createdAt: now, updatedAt: now } as const
  db.insert(campaignTable).values(campaign).run()
  const person = (phoneKey: string) => ({ campaignId: 1, phoneKey, name: phoneKey, number: phoneKey, messageNo: 1 })
  db.insert(campaignShippingTable)
    .values(['sent since', 'waiting'].map((key) => ({ ...person(key), state: 'waiting' as const })))
    .run()
  const folder = backUp(world, 1)
  const sentSince = eq(campaignShippingTable.phoneKey, 'sent since')
  db.update(campaignShippingTable).set({ state: 'sent', sentAt: now, messageId: 77 }).where(sentSince).run()
  db.insert(campaignShippingTable)
    .values({ ...person('expanded since'), state: 'waiting' })
    .run()
  const expanded = eq(campaignShippingTable.phoneKey, 'expanded since')
  db.update(campaignShippingTable).set({ state: 'sent', sentAt: now }).where(expanded).run()
  expect((await restoreFrom(folder)).held).toEqual([{ kind: 'campaign', count: 1 }])
  const restored = world.ctx(1).db
  const states = restored.select().from(campaignShippingTable).all()
  expect(Object.fromEntries(states.map(({ phoneKey, state }) => [phoneKey, state]))).toEqual({
    'sent since': 'sent',
    waiting: 'waiting',
    'expanded since': 'sent',
  })
  expect(restored.select().from(campaignTable).get()).toMatchObject({
    status: 'CANCELADA',
    stopReason: 'restored',
    sent: 2,
    waiting: 1,
  })
})

test('connections that were created since stay, and those that were deleted since come back logged out', async () => {
  const key = (connectionId: number, id: string) =>
    world
      .ctx(1)
      .company.sqlite.query(
        "INSERT INTO whatsapp_key (connection_id, category, id, value) VALUES (?, 'session', ?, x'01')",
      )
      .run(connectionId, id)
  const deleted = add('Apagada')
  key(1, 'then')
  key(deleted, 'of the deleted')
  const { db } = world.ctx(1)
  db.update(connectionTable).set({ wanted: true, status: 'CONNECTED' }).where(eq(connectionTable.id, deleted)).run()
  const folder = backUp(world, 1)
  const token = readConnection(world, deleted)?.tokenHash
  db.delete(connectionTable).where(eq(connectionTable.id, deleted)).run()
  const created = add('Criada')
  world.ctx(1).company.sqlite.run('DELETE FROM whatsapp_key')
  key(1, 'today')
  key(created, 'of the created')
  db.insert(inboundEventTable).values({ connectionId: 1, id: 1, createdAt: now, payload: '{"kept":true}' }).run()
  await restoreFrom(folder)
  const restored = world.ctx(1)
  const keys = restored.company.sqlite
    .query('SELECT connection_id, id FROM whatsapp_key ORDER BY connection_id')
    .values()
  expect(keys).toEqual([
    [1, 'today'],
    [created, 'of the created'],
  ])
  expect(readConnection(world, created)?.name).toBe('Criada')
  const back = readConnection(world, deleted)
  expect(back).toMatchObject({ name: 'Apagada', wanted: false, status: 'DISCONNECTED' })
  expect(back?.tokenHash).not.toBe(token)
  expect(
    restored.db
      .select()
      .from(inboundEventTable)
      .all()
      .map(({ payload }) => payload),
  ).toEqual(['{"kept":true}'])
})

test('API tokens that were revoked since stay revoked, and messages that are missing today are asked for', async () => {
  const ana = await world.as(world.ana)
  const create = async (name: string) => {
    const body = { name, scopes: ['tickets:read'], connectionIds: [], expiresOn: null, currentPassword: password }
    return (await ana.post('/api-tokens', body)).body
  }
  const [revoked, kept] = [await create('Revogado'), await create('Mantido')]
  const missing = (providerId: string) =>
    world
      .ctx(1)
      .db.insert(missingMessageTable)
      .values({ connectionId: 1, providerId, retryAt: now, createdAt: now, request: '{}' })
      .run()
  missing('then')
  const folder = backUp(world, 1)
  expect((await ana.delete(`/api-tokens/${revoked.id}`)).status).toBe(200)
  const since = await create('Criado')
  world.ctx(1).db.delete(missingMessageTable).run()
  missing('today')
  await restoreFrom(folder)
  const statusOf = async ({ token }: Answer['body']) =>
    (await createRequests(world.app, token).get('/api/tickets')).status
  expect([await statusOf(revoked), await statusOf(kept), await statusOf(since)]).toEqual([403, 200, 200])
  const asked = world.ctx(1).db.select().from(missingMessageTable).all()
  expect(asked.map(({ providerId }) => providerId)).toEqual(['today'])
})

test('edits and reactions that were made since are gone, and others wait for an admin', async () => {
  openTicket(world)
  const ctx = world.ctx(1)
  const change = { connectionId: 1, messageId: 1, payload: {}, createdAt: now }
  ctx.db.delete(outboundChangeTable).run()
  ctx.db
    .insert(outboundChangeTable)
    .values([
      { ...change, kind: 'react' },
      { ...change, kind: 'edit' },
      { ...change, kind: 'read' },
    ])
    .run()
  const folder = backUp(world, 1)
  ctx.db.delete(outboundChangeTable).where(eq(outboundChangeTable.kind, 'react')).run()
  expect((await restoreFrom(folder)).held).toEqual([{ kind: 'message', count: 1 }])
  const changes = () =>
    world
      .ctx(1)
      .db.select()
      .from(outboundChangeTable)
      .all()
      .map(({ kind }) => kind)
  expect(changes()).toEqual([])
  const ana = await world.as(world.ana)
  expect((await ana.post('/restore/held/message/release')).body.held).toEqual([])
  expect(changes()).toEqual(['edit'])
})
