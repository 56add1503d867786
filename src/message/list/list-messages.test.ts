import { afterEach, beforeEach, expect, test } from 'bun:test'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import type { Person } from '../../testing/world/people'
import { findTicketRowOf, listChangeRows } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { effectsOf } from '../../testing/world/side-effects'
import { addTicket } from '../../testing/conversation/tickets'
import type { TicketView } from '../../ticket/ticket.answers'
import { createWorld, type World } from '../../testing/world/world'
import { forgetActors } from '../../user/actor.queries'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const ticket = (id = 1) => findTicketRowOf(world, id)
const changes = () => listChangeRows(world)
test('pages back through a conversation by 40 messages, including visible earlier tickets', async () => {
  const at = Date.now() - 3_600_000
  const batch = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      messageEvent({ text: `m${from + index}`, atMs: at + (from + index) * 1001 }),
    )
  receive(world, 1, ...batch(0, 30))
  closeTicket(world.ctx(1), 1, { farewell: false })
  receive(world, 1, ...batch(30, 30))
  const ana = await world.as(world.ana)
  const first = (await ana.get('/messages/2')).body
  const bodies = (page: { messages: { body: string }[] }) => page.messages.map(({ body }) => body)
  expect(bodies(first as never)).toEqual(Array.from({ length: 40 }, (_, index) => `m${20 + index}`))
  expect(first.hasMore).toBe(true)
  const second = (await ana.get(`/messages/2?cursor=${first.nextCursor}`)).body
  expect(bodies(second as never)).toEqual(Array.from({ length: 20 }, (_, index) => `m${index}`))
  expect(second).toMatchObject({ hasMore: false, nextCursor: null })
  expect((await ana.get('/messages/2?pageNumber=2')).body.messages).toEqual(second.messages)
  expect(bodies((await ana.get('/messages/1')).body as never)).toHaveLength(30)
})

test('ends a page early on long messages when the client asks for it, and continues from the cursor', async () => {
  const at = Date.now() - 3_600_000
  const event = (index: number) => messageEvent({ text: `${index} ${'&'.repeat(60_000)}`, atMs: at + index * 1001 })
  receive(world, 1, ...Array.from({ length: 30 }, (_, index) => event(index)))
  const ana = await world.as(world.ana)
  const read = async (query: string) => {
    const { messages, hasMore, nextCursor } = (await ana.get(`/messages/1?${query}`)).body
    return { numbers: messages.map(({ body }: { body: string }) => Number.parseInt(body, 10)), hasMore, nextCursor }
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
  const first = await read('textMax=600030')
  expect(first).toMatchObject({ numbers: range(20, 30), hasMore: true })
  const second = await read(`textMax=200000&cursor=${first.nextCursor}`)
  expect(second).toMatchObject({ numbers: range(12, 20), hasMore: true })
  expect(await read(`cursor=${second.nextCursor}`)).toEqual({ numbers: range(0, 12), hasMore: false, nextCursor: null })
  expect((await read('')).numbers).toEqual(range(0, 30))
  expect((await ana.get('/messages/1?textMax=x')).status).toBe(400)
})

test('hides earlier tickets of invisible queues, unless allHistoric', async () => {
  receive(world, 1, messageEvent({ text: 'assunto do suporte' }))
  setTicketQueue(world.ctx(1), 1, 2)
  closeTicket(world.ctx(1), 1, { farewell: false })
  receive(world, 1, messageEvent({ text: 'quero comprar' }))
  setTicketQueue(world.ctx(1), 2, 1)
  const bodies = async (person: Person, query = '') =>
    (await (await world.as(person)).get(`/messages/2${query}`)).body.messages.map((one: { body: string }) => one.body)
  expect(await bodies(world.bruno)).toEqual(['quero comprar'])
  expect(await bodies(world.bruno, '?selectedQueues=[1,2]')).toEqual(['quero comprar'])
  expect(await bodies(world.ana)).toEqual(['assunto do suporte', 'quero comprar'])
  expect(await bodies(world.ana, '?selectedQueues=[1]')).toEqual(['quero comprar'])
  world.ctx(1).company.sqlite.run('UPDATE user SET all_historic = 1 WHERE id = 2')
  forgetActors(world.ctx(1))
  expect(await bodies(world.bruno)).toEqual(['assunto do suporte', 'quero comprar'])
})

test('shows messages of newer tickets on a reopened older one, also after it closes again', async () => {
  const say = (text: string, minutesAgo: number) =>
    receive(world, 1, messageEvent({ text, atMs: Date.now() - minutesAgo * 60_000 }))
  say('primeiro', 30)
  setTicketQueue(world.ctx(1), 1, 1)
  closeTicket(world.ctx(1), 1, { farewell: false })
  say('segundo', 20)
  setTicketQueue(world.ctx(1), 2, 1)
  closeTicket(world.ctx(1), 2, { farewell: false })
  const bruno = await world.as(world.bruno)
  const bodies = async (path: string) => (await bruno.get(path)).body.messages.map((one: { body: string }) => one.body)
  expect(await bodies('/messages/1')).toEqual(['primeiro'])

  await bruno.put('/tickets/1', { status: 'open', userId: 2 })
  expect(await bodies('/messages/1')).toEqual(['primeiro', 'segundo'])
  say('terceiro', 1)
  expect(await bodies('/messages/1')).toEqual(['primeiro', 'segundo', 'terceiro'])
  world.setTime(new Date(Date.now() + 60_000))
  await bruno.put('/tickets/1', { status: 'closed' })
  expect(await bodies('/messages/1')).toEqual(['primeiro', 'segundo', 'terceiro'])
})

test('makes messages of newer tickets reachable from a reopened one, in visible queues only', async () => {
  receive(world, 1, messageEvent({ text: 'vendas' }))
  setTicketQueue(world.ctx(1), 1, 1)
  closeTicket(world.ctx(1), 1, { farewell: false })
  for (const [ticketId, queueId] of [
    [2, 1],
    [3, 2],
  ] as const) {
    receive(world, 1, messageEvent({ text: `ticket ${ticketId}` }))
    setTicketQueue(world.ctx(1), ticketId, queueId)
    // Carla owns it, so Bruno sees these messages only as history.
    acceptTicket(world.ctxAs(world.ana), ticketId)
    closeTicket(world.ctx(1), ticketId, { farewell: false })
  }
  const bruno = await world.as(world.bruno)
  const react = (id: number) => bruno.post(`/messages/${id}/reaction`, { emoji: '👍' })
  expect((await react(2)).status).toBe(404)
  await bruno.put('/tickets/1', { status: 'open', userId: 2 })
  const shown = (await bruno.get('/messages/1')).body.messages
  expect(shown.map(({ body }: { body: string }) => body)).toEqual(['vendas', 'ticket 2'])
  expect((await bruno.post('/message/forward', { messageId: 2, contactId: 1 })).status).toBe(200)
  expect((await bruno.post('/message/forward', { messageId: 3, contactId: 1 })).status).toBe(404)
})

test('a look at a pending ticket leaves it unread, and names who looked until the contact writes or it is accepted', async () => {
  receive(world, 1, messageEvent())
  setTicketQueue(world.ctx(1), 1, 1)
  const other = addTicket(world.ctx(1)).id
  const [bruno, ana] = [await world.as(world.bruno), await world.as(world.ana)]
  const rows = async () => {
    const { tickets } = (await ana.get('/tickets?status=pending')).body
    return tickets.map(({ id, unreadMessages, seenBy }: TicketView) => [id, unreadMessages, seenBy?.name])
  }
  const look = await effectsOf(world, () => bruno.get('/messages/1'))
  expect([look.events, look.live, look.otherCompany]).toEqual([{ 'ticket.seen': 1 }, { 'company-1-ticket': 1 }, 'none'])
  expect((await effectsOf(world, () => bruno.get('/messages/1'))).events).toBe('none')
  expect((await rows()).toSorted()).toEqual([
    [1, 1, 'Bruno Lima'],
    [other, 0, undefined],
  ])
  receive(world, 1, messageEvent())
  expect(await rows()).toContainEqual([1, 2, undefined])
  await bruno.get('/messages/1')
  acceptTicket(world.ctxAs(world.bruno), 1)
  await bruno.put('/tickets/1', { status: 'pending', userId: null })
  expect(await rows()).toContainEqual([1, 2, undefined])
})

test('sends no read receipts for a look at a pending ticket, and sends them once it is accepted and opened', async () => {
  receive(world, 1, messageEvent(), messageEvent())
  setTicketQueue(world.ctx(1), 1, 1)
  const bruno = await world.as(world.bruno)
  await bruno.get('/messages/1')
  expect(ticket()?.unreadMessages).toBe(2)
  expect(changes()).toEqual([])
  acceptTicket(world.ctxAs(world.bruno), 1)
  expect(changes()).toMatchObject([{ kind: 'read', payload: { ids: [2, 1] } }])
  receive(world, 1, messageEvent())
  await (await world.as(world.ana)).get('/messages/1')
  expect(ticket()?.unreadMessages).toBe(3)
  expect(changes()).toHaveLength(1)
  await (await world.as(world.bruno)).get('/messages/1')
  expect(ticket()?.unreadMessages).toBe(0)
  expect(changes()).toMatchObject([{}, { kind: 'read', payload: { ids: [3] } }])
  await (await world.as(world.bruno)).get('/messages/1')
  expect(changes()).toHaveLength(2)
  // More than are read at first.
  receive(world, 1, ...Array.from({ length: 12 }, () => messageEvent()))
  await (await world.as(world.bruno)).get('/messages/1')
  expect(changes()[2]?.payload).toEqual({ ids: Array.from({ length: 12 }, (_, index) => 15 - index) })
})
