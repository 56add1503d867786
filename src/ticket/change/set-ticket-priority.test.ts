import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket } from '../../testing/conversation/tickets'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { getTicketRow } from '../ticket.queries'

let world: World
let ana: Caller, bruno: Caller, carla: Caller
beforeEach(async () => {
  world = await createWorld()
  ;({ ana, bruno, carla } = await signIn(world, 'ana', 'bruno', 'carla'))
})
afterEach(() => world.stop())

test('a priority is shown, published, logged with who chose it, and moves no other ticket', async () => {
  const ticket = addTicket(world.ctx(1))
  const other = addTicket(world.ctx(1))
  const before = getTicketRow(world.ctx(1), other.id)
  const effects = await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { priority: 'urgent' }))
  expect(effects).toMatchObject({ events: { 'ticket.priorityChanged': 1 }, otherCompany: 'none' })
  expect(effects.live).toEqual({ 'company-1-ticket': 1 })
  expect(effects.answer.body).toMatchObject({ priority: 'urgent', status: 'pending', updatedAt: expect.any(String) })
  const entry = (await ana.get(`/tickets-log/${ticket.id}`)).body[0]
  expect(entry).toMatchObject({ type: 'priority', text: 'urgent', user: { id: world.bruno.id }, queue: { id: 1 } })
  expect(getTicketRow(world.ctx(1), other.id)).toEqual(before)
})

test('the same priority again is no change; an unknown one is refused at its field', async () => {
  const ticket = addTicket(world.ctx(1))
  await bruno.put(`/tickets/${ticket.id}`, { priority: 'high' })
  expect(await effectsOf(world, () => bruno.put(`/tickets/${ticket.id}`, { priority: 'high' }))).toMatchObject(
    noEffects,
  )
  const refused = await bruno.put(`/tickets/${ticket.id}`, { priority: 'highest' })
  expect([refused.status, refused.body.fields]).toEqual([400, { priority: 'invalid' }])
})

test('who does not see the ticket changes nothing; with a refused move the priority stays', async () => {
  const ticket = addTicket(world.ctx(1))
  expect((await carla.put(`/tickets/${ticket.id}`, { priority: 'low' })).status).toBe(404)
  const move = await bruno.put(`/tickets/${ticket.id}`, { priority: 'low', isTransfered: true, queueId: 99 })
  expect(move.status).toBe(404)
  expect(getTicketRow(world.ctx(1), ticket.id).priority).toBe('normal')
})

test('lists are filtered by several priorities', async () => {
  const [low, normal, high] = [addTicket(world.ctx(1)), addTicket(world.ctx(1)), addTicket(world.ctx(1))]
  await ana.put(`/tickets/${low.id}`, { priority: 'low' })
  await ana.put(`/tickets/${high.id}`, { priority: 'high' })
  const list = async (query: string) =>
    (await ana.get(`/tickets?status=search${query}`)).body.tickets.map(({ id }: { id: number }) => id).toSorted()
  expect(await list('&priorities=low,high')).toEqual([low.id, high.id])
  expect(await list('&priorities=normal')).toEqual([normal.id])
  expect((await ana.get('/tickets?status=search&priorities=other')).status).toBe(400)
})
