import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { addTicket, setSwitches } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { forgetActors } from '../../user/actor.queries'
import { userQueueTable } from '../../user/user.tables'
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
const next = async (person: 'ana' | 'bruno' | 'carla', list?: object) => {
  const { status, body } = await (await world.as(world[person])).post('/tickets/next', list)
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

test('accepts the first of the list that the user sees, in its queues and order', async () => {
  const bot = wait(0)
  world.ctx(1).db.update(ticketTable).set({ isBot: true }).run()
  wait(1, { userId: world.carla.id })
  const offered = wait(2, { userId: world.bruno.id })
  const newest = wait(3)
  wait(4, { queueId: 2 })
  const first = async (sort: string) => {
    const { body } = await (await world.as(world.bruno)).get(`/tickets?status=pending&sortTickets=${sort}`)
    return body['tickets'][0].id
  }
  expect(await first('DESC')).toBe(newest)
  expect(await next('bruno', { sortTickets: 'DESC' })).toMatchObject({ id: newest })
  expect(await first('WAIT')).toBe(bot)
  expect(await next('bruno', { queueIds: [2] })).toBe(null)
  expect(await next('bruno')).toMatchObject({ id: bot, isBot: false })
  expect(await next('bruno')).toMatchObject({ id: offered })
  expect(await next('bruno')).toBe(null)
})

test('an admin without queues works in all, one with queues in these', async () => {
  const queuesOfAna = (...ids: number[]) => {
    const { db } = world.ctx(1)
    db.delete(userQueueTable).where(eq(userQueueTable.userId, world.ana.id)).run()
    for (const queueId of ids) db.insert(userQueueTable).values({ userId: world.ana.id, queueId }).run()
    forgetActors(world.ctx(1))
  }
  const [support, sales] = [wait(0, { queueId: 2 }), wait(1)]
  queuesOfAna(1)
  expect(await next('ana')).toMatchObject({ id: sales })
  expect(await next('ana')).toBe(null)
  queuesOfAna()
  expect(await next('ana')).toMatchObject({ id: support })
})

test('gives a ticket without a queue the user’s only one, and leaves the choice among several', async () => {
  const id = wait(0, { queueId: null })
  setSwitches(world.ctx(1), world.bruno.id, { all_ticket: true })
  world.ctx(1).db.insert(userQueueTable).values({ userId: world.bruno.id, queueId: 2 }).run()
  forgetActors(world.ctx(1))
  expect(await next('bruno')).toMatchObject({ id, status: 'pending', userId: null })
  world.ctx(1).db.delete(userQueueTable).where(eq(userQueueTable.queueId, 2)).run()
  forgetActors(world.ctx(1))
  expect(await next('bruno')).toMatchObject({ id, status: 'open', queueId: 1 })
})

test('gives concurrent agents different tickets, and each ticket once', async () => {
  const ids = [wait(0), wait(1), wait(2)]
  const bruno = await world.as(world.bruno)
  const ana = await world.as(world.ana)
  const answers = await Promise.all([bruno, ana, bruno, ana, bruno].map((agent) => agent.post('/tickets/next')))
  const taken = answers.map(({ body }) => body.ticket?.id ?? null)
  expect(taken.filter((id) => id !== null).toSorted()).toEqual(ids)
})
