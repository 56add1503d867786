import { afterEach, beforeEach, expect, test } from 'bun:test'
import { password } from '../testing/world/people'
import { addTicket } from '../testing/conversation/tickets'
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
  const { id: ofCarla } = addTicket(world.ctx(1), { status: 'open', queueId: 2, userId: world.carla.id })
  const carla = await world.as(world.carla)
  const note = (shortcode: string, visao = false) => ({ shortcode, message: 'Olá', visao })
  for (const body of [note('own'), note('shared', true)]) await bruno.post('/quick-messages', body)
  await carla.post('/quick-messages', note('carla'))
  const { answer, ...effects } = await effectsOf(world, () => ana.delete('/users/2'))
  expect(answer.status).toBe(200)
  expect(effects.events).toEqual({
    'user.deleted': 1,
    'ticket.returned': 1,
    'quickMessage.deleted': 1,
    'quickMessage.updated': 1,
  })
  expect(sqlite.query('SELECT shortcode, user_id FROM quick_message ORDER BY id').values()).toEqual([
    ['shared', null],
    ['carla', world.carla.id],
  ])
  expect(effects.live).toMatchObject({ 'company-1-user': 1 })
  expect(effects.otherCompany).toBe('none')
  expect(sqlite.query('SELECT id, status, user_id FROM ticket ORDER BY id').values()).toEqual([
    [1, 'pending', null],
    [2, 'closed', null],
    [ofCarla, 'open', world.carla.id],
  ])
  const counts = sqlite
    .query('SELECT status, user_id, tickets FROM ticket_count WHERE tickets <> 0 ORDER BY status')
    .values()
  expect(counts).toEqual([
    ['closed', 0, 1],
    ['open', world.carla.id, 1],
    ['pending', 0, 1],
  ])
  expect((await bruno.get('/users/list')).status).toBe(401)
  expect((await world.nobody.post('/auth/login', { email: 'bruno@acme.test', password })).status).toBe(401)
  expect((await ana.post('/users', { name: 'Dani Melo', email: 'bruno@acme.test', password })).status).toBe(200)
})
