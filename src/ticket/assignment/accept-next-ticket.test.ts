import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { ticketTable } from '../ticket.tables'

const noon = Date.UTC(2026, 2, 10, 15)

let world: World
beforeEach(async () => {
  world = await createWorld({ now: new Date(noon) })
})
afterEach(() => world.stop())

const wait = (minute: number, ticket: Parameters<typeof addTicket>[1] = {}) => {
  world.setTime(new Date(noon + minute * 60_000))
  return addTicket(world.ctx(1), ticket).id
}
const next = async (person: 'ana' | 'bruno' | 'carla') => {
  const { status, body } = await (await world.as(world[person])).post('/tickets/next')
  expect(status).toBe(200)
  return body.ticket
}

test('accepts the ticket that has waited longest in the user’s queues', async () => {
  wait(0, { queueId: 2 })
  const [second, first] = [wait(2), wait(1)]
  expect(await next('bruno')).toMatchObject({ id: first, status: 'open', userId: world.bruno.id, queueId: 1 })
  expect(await next('bruno')).toMatchObject({ id: second })
  expect(await next('bruno')).toBe(null)
})

test('skips tickets without a queue, of a bot, and offered to a colleague', async () => {
  wait(0, { queueId: null })
  const bot = wait(1)
  world.ctx(1).db.update(ticketTable).set({ isBot: true }).run()
  wait(2, { userId: world.carla.id })
  const offered = wait(3, { userId: world.bruno.id })
  expect(await next('bruno')).toMatchObject({ id: offered })
  expect(await next('bruno')).toBe(null)
  expect(
    world
      .ctx(1)
      .db.select()
      .from(ticketTable)
      .all()
      .find(({ id }) => id === bot)?.status,
  ).toBe('pending')
})

test('gives concurrent agents different tickets, and each ticket once', async () => {
  const ids = [wait(0), wait(1), wait(2)]
  const bruno = await world.as(world.bruno)
  const ana = await world.as(world.ana)
  const answers = await Promise.all([bruno, ana, bruno, ana, bruno].map((agent) => agent.post('/tickets/next')))
  const taken = answers.map(({ body }) => body.ticket?.id ?? null)
  expect(taken.filter((id) => id !== null).toSorted()).toEqual(ids)
})
