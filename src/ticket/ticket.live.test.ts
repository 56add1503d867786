import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { CompanyContext } from '../kernel/company/company-context'
import type { Person } from '../testing/world/people'
import { addContact, addTicket, setSwitches } from '../testing/conversation/tickets'
import { createWorld, type World } from '../testing/world/world'
import { acceptTicket } from './assignment/accept-ticket'
import { startBot } from './bot-state'
import { clearUnread } from './change/read-ticket'
import { markUnread } from './ticket.routes'
import { closeTicket } from './closing/close-ticket'
import { deleteTicket } from './closing/delete-ticket'
import { returnTicket } from './assignment/return-ticket'
import { setTicketQueue } from './assignment/set-ticket-queue'
import { transferTicket } from './assignment/transfer-ticket'
import { topicsOfActor } from './ticket.policy'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

function receivedDuring(act: () => void) {
  world.published.length = 0
  act()
  const of = (person: Person) => {
    const topics = new Set(topicsOfActor(world.ctxAs(person).actor).map((topic) => `${person.companyId}/${topic}`))
    return world.published
      .filter((message) => message.event.endsWith('-ticket') && message.topics.some((topic) => topics.has(topic)))
      .map(({ data }) => data)
  }
  const actions = (person: Person) => of(person).map(({ action }) => action)
  const { ana, bruno, carla, gina } = world
  return { of, ana: actions(ana), bruno: actions(bruno), carla: actions(carla), gina: actions(gina) }
}

const acme = () => world.ctx(1)
const as = (person: Person): CompanyContext => world.ctxAs(person)

test('publishes a new ticket to members of its queue and admins', () => {
  const published = receivedDuring(() => addTicket(acme()))
  expect(published).toMatchObject({ ana: ['create'], bruno: ['create'], carla: [], gina: [] })
})

test('publishes a ticket without a queue to users who see such tickets', () => {
  setSwitches(acme(), 3, { all_ticket: true })
  expect(receivedDuring(() => addTicket(acme(), { queueId: null }))).toMatchObject({
    ana: ['create'],
    bruno: [],
    carla: ['create'],
  })
})

test('publishes a ticket created and moved in one transaction in its final state only', () => {
  setSwitches(acme(), 3, { all_ticket: true })
  const published = receivedDuring(() =>
    acme().transaction(() => void setTicketQueue(acme(), addTicket(acme(), { queueId: null }).id, 1)),
  )
  expect(published).toMatchObject({ ana: ['create'], bruno: ['create'], carla: [] })
})

test('a colleague who loses the ticket receives only its new owner', () => {
  acme().company.sqlite.run('INSERT INTO user_queue (user_id, queue_id) VALUES (3, 1)')
  setSwitches(acme(), 3, {})
  const ticket = addTicket(acme())
  const published = receivedDuring(() => acceptTicket(as(world.bruno), ticket.id))
  const sales = { id: 1, name: 'Vendas', color: expect.any(String) }
  const user = { id: 2, name: 'Bruno Lima', color: expect.any(String) }
  const place = { status: 'open', userId: 2, user, queueId: 1, queue: sales }
  expect(published.of(world.carla)).toEqual([{ action: 'delete', ticketId: ticket.id, reason: 'moved', ...place }])
  expect(published.bruno).toEqual(['delete', 'update'])
  expect(published.ana).toEqual(['update'])
})

test('a transfer to another queue sends one message to each audience', () => {
  const ticket = addTicket(acme(), { status: 'open', userId: 2 })
  const published = receivedDuring(() => transferTicket(as(world.bruno), ticket.id, { queueId: 2 }))
  expect(published.of(world.bruno)).toMatchObject([{ action: 'delete', reason: 'moved', userId: null, queueId: 2 }])
  expect(published).toMatchObject({ ana: ['update'], carla: ['update'] })
})

test('closing publishes the former tab and the new state', () => {
  const ticket = addTicket(acme(), { status: 'open', userId: 2 })
  const published = receivedDuring(() => closeTicket(as(world.bruno), ticket.id, { farewell: false }))
  expect(published).toMatchObject({ ana: ['delete', 'update'], bruno: ['delete', 'update'], carla: [] })
  expect(published.of(world.bruno)[1]).toMatchObject({ ticket: { status: 'closed', unreadMessages: 0 } })
  acme().company.sqlite.run('INSERT INTO user_queue (user_id, queue_id) VALUES (3, 1)')
  setSwitches(acme(), 3, {})
  const waiting = addTicket(acme())
  const lost = receivedDuring(() =>
    as(world.bruno).transaction(() => {
      acceptTicket(as(world.bruno), waiting.id)
      closeTicket(as(world.bruno), waiting.id, { farewell: false })
    }),
  )
  expect(lost.of(world.carla)).toMatchObject([{ action: 'delete', reason: 'moved' }])
})

test('publishes reading, returning and deletion', () => {
  const ticket = addTicket(acme(), { status: 'open', userId: 2 })
  acme().company.sqlite.run('UPDATE ticket SET unread_messages = 4')
  const read = receivedDuring(() => clearUnread(as(world.bruno), ticket.id))
  expect(read.of(world.bruno)).toEqual([{ action: 'updateUnread', ticketId: ticket.id }])
  expect(receivedDuring(() => clearUnread(as(world.bruno), ticket.id)).ana).toEqual([])
  expect(receivedDuring(() => returnTicket(as(world.bruno), ticket.id)).bruno).toEqual(['delete', 'update'])
  const gone = receivedDuring(() => deleteTicket(as(world.ana), ticket.id))
  expect(gone.of(world.bruno)).toEqual([{ action: 'delete', ticketId: ticket.id, reason: 'deleted' }])
  expect(gone).toMatchObject({ ana: ['delete'], carla: [], gina: [] })
})

test('publishes groups to users who may see groups', () => {
  const group = () => addTicket(acme(), { status: 'group', isGroup: true })
  expect(receivedDuring(group)).toMatchObject({ ana: ['create'], bruno: [] })
  setSwitches(acme(), 2, { allow_group: true })
  expect(receivedDuring(group)).toMatchObject({ ana: ['create'], bruno: ['create'], carla: [] })
})

test('users who see all tickets receive them in their queues, or in all', () => {
  setSwitches(acme(), 3, { all_user_chat: true })
  const of1 = () => addTicket(acme(), { status: 'open', userId: 2, queueId: 1 })
  expect(receivedDuring(of1).carla).toEqual([])
  expect(receivedDuring(() => addTicket(acme(), { status: 'open', userId: 2, queueId: 2 })).carla).toEqual(['create'])
  setSwitches(acme(), 3, { all_historic: true })
  expect(receivedDuring(of1).carla).toEqual(['create'])
})

test('publishes hidden numbers to admins only', async () => {
  const { put } = await world.as(world.ana)
  await put('/companySettings', { column: 'lgpdMessage', data: 'Tratamos seus dados' })
  for (const column of ['enableLGPD', 'lgpdHideNumber']) await put('/companySettings', { column, data: 'enabled' })
  const contactId = addContact(acme(), 'Nina', '5511933330099')
  const published = receivedDuring(() => addTicket(acme(), { contactId }))
  const numbers = (person: Person) =>
    published.of(person).map(({ ticket }) => (ticket as { contact: { number: string } }).contact.number)
  expect([numbers(world.ana), numbers(world.bruno)]).toEqual([['5511933330099'], ['******99']])
})

test('says when a ticket begins to wait for an agent, and by whom', () => {
  const begins = (act: () => void) =>
    receivedDuring(act)
      .of(world.ana)
      .map(({ beganToWait }) => beganToWait)
  let id = 0
  const byBruno = { byUserId: 2 }
  const bySystem = { byUserId: null }
  expect(begins(() => void (id = addTicket(acme()).id))).toEqual([bySystem])
  // A change of what already waits.
  expect(begins(() => void markUnread(as(world.bruno), id))).toEqual([undefined])
  expect(begins(() => void setTicketQueue(as(world.ana), id, 2))).toEqual([{ byUserId: 1 }])
  setTicketQueue(acme(), id, 1)
  expect(begins(() => void acceptTicket(as(world.bruno), id))).toEqual([undefined])
  expect(begins(() => void returnTicket(as(world.bruno), id))).toEqual([byBruno])
  expect(begins(() => void addTicket(acme(), { status: 'open', userId: 2 }))).toEqual([undefined])
  // What a bot answers does not wait until the bot ends.
  const startBoth = () =>
    acme().transaction(() =>
      startBot(acme(), addTicket(acme()).id, { kind: 'prompt', promptId: 1, turn: 0, firstMessageId: null }),
    )
  expect(begins(startBoth)).toEqual([undefined])
})
