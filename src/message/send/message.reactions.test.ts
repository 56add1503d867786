import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connectionTable } from '../../connection/connection.tables'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { transferTicket } from '../../ticket/assignment/transfer-ticket'
import { findTicketRowOf, listMessageRows, openTicket, setSetting } from '../../testing/conversation/conversation'
import { groupMessageEvent, messageEvent, newId, receive } from '../../testing/conversation/inbound'
import { createWorld, type World } from '../../testing/world/world'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const messages = (companyId = 1) => listMessageRows(world, companyId)
const ticket = (id = 1) => findTicketRowOf(world, id)
test('sends the greeting of an accepted ticket once, and the farewell if wanted', async () => {
  setSetting(world, 'sendGreetingAccepted', 'enabled')
  setSetting(world, 'greetingAcceptedMessage', 'Sou {{userName}}, em que posso ajudar, {{firstName}}?')
  world.ctx(1).db.update(connectionTable).set({ complationMessage: 'Até logo' }).run()
  openTicket(world)
  const ours = () =>
    messages()
      .filter(({ fromMe }) => fromMe)
      .map(({ body }) => body)
  expect(ours()).toEqual(['Sou Bruno Lima, em que posso ajudar, Dona?'])
  const bruno = await world.as(world.bruno)
  await bruno.put('/tickets/1', { status: 'pending', userId: null })
  await bruno.put('/tickets/1', { status: 'open', userId: 2 })
  expect(ours()).toHaveLength(1)
  world.ctx(1).company.sqlite.run(`UPDATE user SET farewell_message = 'Abraço do Bruno' WHERE id = 2`)
  closeTicket(world.ctxAs(world.bruno), 1, { farewell: true })
  expect(ours().at(-1)).toBe('Abraço do Bruno')
  receive(world, 1, messageEvent())
  acceptTicket(world.ctxAs(world.ana), 2, { queueId: 1 })
  closeTicket(world.ctxAs(world.ana), 2, { farewell: true })
  expect(ours().at(-1)).toBe('Até logo')
  receive(world, 1, messageEvent())
  const before = ours().length
  closeTicket(world.ctxAs(world.ana), 3, { farewell: true })
  expect(ours()).toHaveLength(before)
})

test('adds a private note on transfer and, to another queue, informs the contact', () => {
  setSetting(world, 'sendMsgTransfTicket', 'enabled')
  setSetting(world, 'transferMessage', 'Você está indo para {{queue}}')
  openTicket(world)
  transferTicket(world.ctxAs(world.bruno), 1, { queueId: 2, message: 'cliente quer suporte' })
  expect(messages().slice(1)).toMatchObject([
    { body: 'cliente quer suporte', isPrivate: true, userId: 2, sendState: null },
    { body: 'Você está indo para Suporte', isPrivate: false, userId: null, sendState: 'queued' },
  ])
})

test('sends the rating question where closing requires it', () => {
  setSetting(world, 'userRating', 'enabled')
  world.ctx(1).db.update(connectionTable).set({ ratingMessage: 'De 1 a 5, {{firstName}}?' }).run()
  openTicket(world)
  closeTicket(world.ctxAs(world.bruno), 1, { farewell: true })
  expect(ticket()?.status).toBe('nps')
  expect(messages().at(-1)?.body).toBe('De 1 a 5, Dona?')
  receive(world, 1, messageEvent({ id: newId(), text: '5' }))
  expect(ticket()).toMatchObject({ status: 'closed', rating: 5 })
})

test('informs the contact on the new ticket of a transfer, without a farewell', () => {
  setSetting(world, 'closeTicketOnTransfer', 'enabled')
  setSetting(world, 'sendMsgTransfTicket', 'enabled')
  setSetting(world, 'transferMessage', 'Você está indo para {{queue}}')
  world.ctx(1).db.update(connectionTable).set({ complationMessage: 'Até logo' }).run()
  openTicket(world)
  const next = transferTicket(world.ctxAs(world.bruno), 1, { queueId: 2, message: 'cliente quer suporte' })
  expect(messages().slice(1)).toMatchObject([
    { ticketId: next.id, body: 'cliente quer suporte', isPrivate: true },
    { ticketId: next.id, body: 'Você está indo para Suporte', isPrivate: false },
  ])
})

test('sends a farewell to contacts still waiting only where enabled; to groups only as ordinary tickets', () => {
  world.ctx(1).db.update(connectionTable).set({ complationMessage: 'Até logo' }).run()
  const said = () => messages().filter(({ fromMe }) => fromMe).length
  const closeNext = (event: Parameters<typeof receive>[2], id: number) => {
    receive(world, 1, event)
    closeTicket(world.ctxAs(world.ana), id, { farewell: true })
  }
  closeNext(messageEvent(), 1)
  expect(said()).toBe(0)
  setSetting(world, 'sendFarewellWaitingTicket', 'enabled')
  closeNext(messageEvent(), 2)
  expect(said()).toBe(1)
  closeNext(groupMessageEvent(), 3)
  expect(said()).toBe(1)
  world.ctx(1).db.update(connectionTable).set({ groupAsTicket: true }).run()
  closeNext(groupMessageEvent(), 4)
  expect(said()).toBe(2)
})

test('greets groups on acceptance only where they are ordinary tickets', () => {
  setSetting(world, 'sendGreetingAccepted', 'enabled')
  setSetting(world, 'greetingAcceptedMessage', 'Olá')
  receive(world, 1, groupMessageEvent())
  acceptTicket(world.ctxAs(world.ana), 1, { queueId: 1 })
  closeTicket(world.ctxAs(world.ana), 1, { farewell: false })
  expect(messages().filter(({ fromMe }) => fromMe)).toEqual([])
  world.ctx(1).db.update(connectionTable).set({ groupAsTicket: true }).run()
  receive(world, 1, groupMessageEvent())
  acceptTicket(world.ctxAs(world.ana), 2, { queueId: 1 })
  expect(messages().at(-1)).toMatchObject({ body: 'Olá', ticketId: 2 })
})
