import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addTicket } from '../../testing/conversation/tickets'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import { createWorld, type World } from '../../testing/world/world'
import { ticketTable } from '../ticket.tables'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

test('shows a conversation as unread until a user opens it', async () => {
  const { id } = addTicket(world.ctx(1), { status: 'open', userId: world.bruno.id })
  const bruno = await world.as(world.bruno)
  expect((await bruno.post(`/tickets/${id}/unread`)).body).toMatchObject({ id, unreadMessages: 1 })
  world.ctx(1).db.update(ticketTable).set({ unreadMessages: 3 }).run()
  const again = await effectsOf(world, () => bruno.post(`/tickets/${id}/unread`))
  expect(again).toMatchObject({ answer: { body: { unreadMessages: 3 } }, ...noEffects })
  await bruno.get(`/messages/${id}`)
  expect((await bruno.get(`/tickets/${id}`)).body).toMatchObject({ unreadMessages: 0 })
})

test('refuses a conversation that the user cannot see, and a resolved one', async () => {
  const hidden = addTicket(world.ctx(1), { status: 'open', userId: world.carla.id, queueId: 2 })
  const resolved = addTicket(world.ctx(1), { status: 'closed', userId: world.bruno.id })
  const bruno = await world.as(world.bruno)
  expect((await bruno.post(`/tickets/${hidden.id}/unread`)).body.error).toBe('ERR_NO_TICKET_FOUND')
  expect((await bruno.post(`/tickets/${resolved.id}/unread`)).body.error).toBe('ERR_TICKET_CLOSED')
})
