import { afterEach, beforeEach, expect, test } from 'bun:test'
import { flowTable } from '../../flow/flow.tables'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { clearBotReferences } from './clear-bot-references'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const second = { name: 'Segunda', greetingMessage: 'Olá', queueIds: [1, 2] }

test('deleting a flow removes it from connections', async () => {
  const put = async (fields: object) => (await ana.put('/whatsapp/1', { greetingMessage: 'Oi', ...fields })).body
  const ctx = world.ctx(1)
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  for (const name of ['Dia', 'Noite'])
    ctx.db
      .insert(flowTable)
      .values({ name, nameKey: name, ...times })
      .run()
  const named = { flowIdWelcome: 1, flowIdNotPhrase: 2, selectedFlowIds: [2, 1] }
  expect(await put(named)).toMatchObject(named)
  expect((await put({ flowIdNotPhrase: 3 })).fields).toEqual({ flowIdNotPhrase: 'unknown' })
  ctx.transaction(() => clearBotReferences(ctx, 'flow', 1))
  const { body } = await ana.get('/whatsapp/1')
  expect(body).toMatchObject({ flowIdWelcome: null, flowIdNotPhrase: 2, selectedFlowIds: [2] })
})

test('exactly one connection is the default', async () => {
  const { body } = await ana.post('/whatsapp', second)
  const defaults = async () =>
    (await ana.get('/whatsapp')).body
      .filter((row: { isDefault: boolean }) => row.isDefault)
      .map((row: { id: number }) => row.id)
  expect((await ana.put('/whatsapp/1', { greetingMessage: 'Oi', isDefault: false })).body.error).toBe(
    'ERR_NO_OTHER_WHATSAPP',
  )
  const changed = await effectsOf(world, () => ana.put(`/whatsapp/${body.id}`, { isDefault: true }))
  expect(changed.events).toEqual({ 'connection.updated': 2 })
  expect(await defaults()).toEqual([body.id])
  await ana.put('/users/2', { whatsappId: body.id })
  const ofDefault = await effectsOf(world, () => ana.delete(`/whatsapp/${body.id}`))
  expect(ofDefault.answer.body.error).toBe('ERR_NO_OTHER_WHATSAPP')
  expect(ofDefault).toMatchObject(noEffects)
  await ana.put('/whatsapp/1', { greetingMessage: 'Oi', isDefault: true })
  const { answer, ...effects } = await effectsOf(world, () => ana.delete(`/whatsapp/${body.id}`))
  expect(answer.status).toBe(200)
  expect(effects.events).toEqual({ 'connection.deleted': 1 })
  expect(effects.otherCompany).toBe('none')
  expect(await defaults()).toEqual([1])
  expect((await ana.get('/users/2')).body.whatsappId).toBeNull()
})

test('a company may delete its last connection', async () => {
  expect((await ana.delete('/whatsapp/1')).status).toBe(200)
  expect((await ana.get('/whatsapp')).body).toEqual([])
  const ticket = await ana.post('/tickets', { contactId: 1, queueId: 1 })
  expect([ticket.status, ticket.body.error]).toEqual([400, 'ERR_NO_DEF_WAPP_FOUND'])
  expect((await ana.post('/whatsapp', second)).body.isDefault).toBe(true)
})

test('a company’s first connection is its default', async () => {
  world.platform.files.use(1).sqlite.run('DELETE FROM connection')
  expect((await ana.post('/whatsapp', second)).body.isDefault).toBe(true)
})

test('tickets and messages of a deleted connection are kept', async () => {
  const { body } = await ana.post('/whatsapp', second)
  const { sqlite } = world.platform.files.use(1)
  sqlite.run(
    `INSERT INTO ticket (id, uuid, status, contact_id, connection_id, created_at, updated_at) VALUES (1, 'a', 'open', 1, 1, 0, 0), (2, 'b', 'open', 1, ?, 0, 0)`,
    [body.id],
  )
  sqlite.run('INSERT INTO message (ticket_id, connection_id, from_me, created_at) VALUES (2, ?, 0, 0)', [body.id])
  sqlite.run('UPDATE ticket SET connection_id = NULL WHERE id = 1')
  expect((await ana.delete(`/whatsapp/${body.id}`)).status).toBe(200)
  expect(sqlite.query('SELECT id, status, connection_id FROM ticket').values()).toEqual([
    [1, 'open', null],
    [2, 'open', null],
  ])
  // Messages keep the id of a deleted connection, which is never reused: updating a million rows would take too long.
  expect(sqlite.query('SELECT ticket_id, connection_id FROM message').values()).toEqual([[2, body.id]])
})
