import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../testing/world/people'
import { effectsOf } from '../testing/world/side-effects'
import { createWorld, type World } from '../testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

test('gives a deleted user’s conversations to the next user, and rejects their sign-in', async () => {
  const [ana, bruno] = [await world.as(world.ana), await world.as(world.bruno)]
  const { sqlite } = world.platform.files.use(1)
  sqlite.run(`INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, created_at, updated_at)
    VALUES ('a', 'open', 1, 1, 1, 2, 0, 0), ('b', 'closed', 1, 1, 1, 2, 0, 0)`)
  const { answer, ...effects } = await effectsOf(world, () => ana.delete('/users/2'))
  expect(answer.status).toBe(200)
  expect(effects.events).toEqual({ 'user.deleted': 1, 'ticket.returned': 1 })
  expect(effects.live).toMatchObject({ 'company-1-user': 1 })
  expect(effects.otherCompany).toEqual({})
  expect(sqlite.query('SELECT status, user_id FROM ticket ORDER BY uuid').values()).toEqual([
    ['pending', null],
    ['closed', null],
  ])
  const counts = sqlite
    .query('SELECT status, user_id, tickets FROM ticket_count WHERE tickets <> 0 ORDER BY status')
    .values()
  expect(counts).toEqual([
    ['closed', 0, 1],
    ['pending', 0, 1],
  ])
  expect((await bruno.get('/users/list')).status).toBe(401)
  expect((await world.nobody.post('/auth/login', { email: 'bruno@acme.test', password })).status).toBe(401)
  expect((await ana.post('/users', { name: 'Dani Melo', email: 'bruno@acme.test', password })).status).toBe(200)
})
