import { afterEach, beforeEach, expect, test } from 'bun:test'
import { updateQueue } from '../../../queue/queue.commands'
import { addTicket } from '../../../testing/conversation/tickets'
import { createServedWorld, type ServedWorld } from '../../../testing/world/served-world'
import { getTicketRow } from '../../ticket.queries'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld({ now: new Date('2026-03-10T14:00:00Z') })
})
afterEach(() => world.stop())

test('who connects gets what waits at once, and hears of it', async () => {
  updateQueue(world.ctxAs(world.ana), 1, { assignmentMode: 'inTurn' })
  const { id } = addTicket(world.ctx(1))
  const bystander = addTicket(world.ctx(1), { queueId: 2 })
  await world.runJobs(1)
  expect(getTicketRow(world.ctx(1), id).userId).toBe(null)
  const { live } = await world.live(world.bruno)
  await live.settled()
  await world.runJobs(1)
  expect(getTicketRow(world.ctx(1), id)).toMatchObject({ userId: world.bruno.id, status: 'pending' })
  await live.next(({ data }) => data?.['ticket']?.id === id && data['ticket'].userId === world.bruno.id)
  expect(getTicketRow(world.ctx(1), bystander.id).userId).toBe(null)
})
