import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openTicket } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { acceptTicket } from '../assignment/accept-ticket'
import { closeTicket } from '../closing/close-ticket'
import { setTicketQueue } from '../assignment/set-ticket-queue'
import { getTicketRow } from '../ticket.queries'

let world: World
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => world.stop())

const newerOf = async (caller: Caller, id = 1) =>
  (await caller.get(`/tickets/u/${getTicketRow(world.ctx(1), id).uuid}`)).body['newerTicket']

test('a closed conversation links to the contact’s newer ticket if it is visible', async () => {
  openTicket(world)
  const bruno = await world.as(world.bruno)
  expect(await newerOf(bruno)).toBeUndefined()
  closeTicket(world.ctx(1), 1, { farewell: false })
  expect(await newerOf(bruno)).toBeNull()

  world.setTime(new Date('2026-11-20T12:30:00Z'))
  receive(world, 1, messageEvent({ atMs: Date.parse('2026-11-20T12:29:00Z') }))
  setTicketQueue(world.ctx(1), 2, 1)
  const { uuid } = getTicketRow(world.ctx(1), 2)
  expect(await newerOf(bruno)).toEqual({ id: 2, uuid, status: 'pending', user: null, queue: { name: 'Vendas' } })
  setTicketQueue(world.ctx(1), 2, 2)
  acceptTicket(world.ctxAs(world.carla), 2)
  const ofCarla = { id: 2, status: 'open', user: { name: 'Carla Dias' }, queue: { name: 'Suporte' } }
  expect(await newerOf(bruno)).toEqual({ ...ofCarla, uuid: null })
  expect(await newerOf(await world.as(world.ana))).toEqual({ ...ofCarla, uuid })
})

test('an older ticket that was reopened counts as the newer one', async () => {
  openTicket(world)
  closeTicket(world.ctx(1), 1, { farewell: false })
  world.setTime(new Date('2026-11-20T12:30:00Z'))
  receive(world, 1, messageEvent({ atMs: Date.parse('2026-11-20T12:29:00Z') }))
  setTicketQueue(world.ctx(1), 2, 1)
  world.setTime(new Date('2026-11-20T12:40:00Z'))
  closeTicket(world.ctx(1), 2, { farewell: false })
  const ana = await world.as(world.ana)
  expect(await newerOf(ana, 2)).toBeNull()
  expect(await newerOf(ana, 1)).toMatchObject({ id: 2, status: 'closed' })
  await ana.put('/tickets/1', { status: 'open', userId: 1 })
  expect(await newerOf(ana, 2)).toMatchObject({ id: 1, status: 'open', user: { name: 'Ana Souza' } })
})
