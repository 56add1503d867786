import { afterEach, beforeEach, expect, test } from 'bun:test'
import { getContactRow } from '../../contact/contact.queries'
import { addContact } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { closeTicket } from '../closing/close-ticket'
import { insertTicket } from './insert-ticket'
import { noteMessageOnTicket } from '../change/note-message-on-ticket'
import { type InboundConnection, resolveInboundTicket } from './resolve-inbound-ticket'
import { findActiveTicket } from '../ticket.queries'

const noon = new Date('2026-03-10T12:00:00Z')
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const connection: InboundConnection = { id: 1, channel: 'whatsapp', groupAsTicket: false, timeCreateNewTicket: 0 }

let world: World
beforeEach(async () => {
  world = await createWorld({ now: noon })
})
afterEach(() => world.stop())

function take(contactId: number, at = noon, options: Partial<InboundConnection> = {}, startedByUs = false) {
  world.setTime(at)
  const ctx = world.ctx(1)
  const contact = getContactRow(ctx, contactId)
  return resolveInboundTicket(ctx, { contact, connection: { ...connection, ...options }, at, startedByUs })
}
const typesOf = (ticketId: number) =>
  world
    .ctx(1)
    .company.sqlite.query<{ type: string }, [number]>('SELECT type FROM event WHERE ticket_id = ? ORDER BY number')
    .all(ticketId)
    .map(({ type }) => type)

test('two first messages create one ticket, without a queue if there are several', () => {
  const first = take(1)
  const second = take(1)
  expect([first.change, second.change]).toEqual(['created', 'existing'])
  expect(second.ticket).toEqual(first.ticket)
  expect(first.ticket).toMatchObject({ status: 'pending', userId: null, queueId: null, startedByUs: false })
  expect(typesOf(first.ticket.id)).toEqual(['ticket.created'])
})

test('the database refuses a second active ticket per contact and connection', () => {
  const { ticket } = take(1)
  const { contactId, connectionId, channel, isGroup } = ticket
  const twin = { contactId, connectionId, channel, isGroup, status: 'open', queueId: null, userId: 2 } as const
  const ctx = world.ctx(1)
  expect(() => ctx.transaction(() => insertTicket(ctx, { ...twin, startedByUs: true }))).toThrow('ERR_CREATING_TICKET')
})

test('assigns a connection’s only queue at once, and logs it', () => {
  world.ctx(1).company.sqlite.run('DELETE FROM connection_queue WHERE queue_id = 1')
  const { ticket } = take(1)
  expect(ticket.queueId).toBe(2)
  expect(typesOf(ticket.id)).toEqual(['ticket.created', 'ticket.queued'])
})

test('reopens a ticket closed a moment ago: pending, in its queue, unassigned', () => {
  const ctx = world.ctx(1)
  const { ticket } = take(1)
  ctx.company.sqlite.run("UPDATE ticket SET status = 'open', user_id = 2, queue_id = 1 WHERE id = ?", [ticket.id])
  closeTicket(ctx, ticket.id, { farewell: false })
  const again = take(1, later(9), { timeCreateNewTicket: 10 })
  expect(again.change).toBe('reopened')
  expect(again.ticket).toMatchObject({ id: ticket.id, status: 'pending', userId: null, queueId: 1, closedAt: null })
  expect(typesOf(ticket.id)).toEqual(['ticket.created', 'ticket.closed', 'ticket.reopened'])
})

test('creates a new ticket if the last was closed longer ago, or reopening is off', () => {
  const { ticket } = take(1)
  closeTicket(world.ctx(1), ticket.id, { farewell: false })
  expect(take(1, later(10), { timeCreateNewTicket: 10 }).change).toBe('created')
  const contactId = addContact(world.ctx(1), 'Outra')
  closeTicket(world.ctx(1), take(contactId).ticket.id, { farewell: false })
  expect(take(contactId, later(1)).change).toBe('created')
})

test('a group ticket has its own status, or is ordinary if the connection says so', () => {
  const ctx = world.ctx(1)
  ctx.company.sqlite.run('UPDATE contact SET is_group = 1 WHERE id = 1')
  const { ticket } = take(1)
  expect(ticket).toMatchObject({ status: 'group', isGroup: true })
  closeTicket(ctx, ticket.id, { farewell: false })
  expect(take(1, later(1), { groupAsTicket: true }).ticket).toMatchObject({ status: 'pending', isGroup: true })
})

test('a blocked contact’s message opens and publishes nothing', () => {
  const ctx = world.ctx(1)
  ctx.company.sqlite.run('UPDATE contact SET active = 0 WHERE id = 1')
  world.published.length = 0
  const first = take(1)
  expect(first).toMatchObject({ change: 'created', silent: true, ticket: { status: 'closed' } })
  expect(take(1, later(1), { timeCreateNewTicket: 60 })).toMatchObject({
    change: 'existing',
    silent: true,
    ticket: { id: first.ticket.id },
  })
  expect(findActiveTicket(ctx, 1, 1)).toBeUndefined()
  expect(world.published).toEqual([])
})

test('a conversation started on the paired phone is ours', () => {
  expect(take(1, noon, {}, true).ticket).toMatchObject({ status: 'pending', startedByUs: true })
})

test('a recorded message counts, clears or keeps unread, and never moves the time back', () => {
  const ctx = world.ctx(1)
  const { ticket } = take(1, later(5))
  const note = (unread: 'add' | 'clear' | 'keep', at = later(6)) => {
    noteMessageOnTicket(ctx, ticket, { messageId: 7, preview: 'x'.repeat(300), at, unread })
    const row = findActiveTicket(ctx, 1, 1)
    return [row?.unreadMessages, row?.lastMessage.length, row?.updatedAt.getTime()]
  }
  expect(note('add')).toEqual([1, 255, later(6).getTime()])
  expect(note('add', later(1))).toEqual([2, 255, later(6).getTime()])
  expect(note('keep')).toEqual([2, 255, later(6).getTime()])
  expect(note('clear', later(8))).toEqual([0, 255, later(8).getTime()])
})
