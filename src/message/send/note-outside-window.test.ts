import { afterEach, beforeEach, expect, test } from 'bun:test'
import { getConnection } from '../../connection/connection.queries'
import { messageEvent } from '../../testing/conversation/inbound'
import { listMessageRows } from '../../testing/conversation/conversation'
import { addTemplateConnection } from '../../testing/campaign/templates'
import { addContact, addTicket } from '../../testing/conversation/tickets'
import { createWorld, type World } from '../../testing/world/world'
import { getTicketRow } from '../../ticket/ticket.queries'
import { ticketNoteTable } from '../../ticket/ticket.tables'
import { interpretInbound } from '../inbound/interpret-inbound'
import { queueAutomaticText } from './queue-message'

const start = Date.parse('2026-11-20T15:00:00Z')
const hourMs = 3_600_000

let world: World
let connectionId = 0
let ticketId = 0
beforeEach(async () => {
  world = await createWorld({ now: new Date(start) })
  connectionId = addTemplateConnection(world)
  const contactId = addContact(world.ctx(1), 'Rita Lima', '5511955554444')
  ticketId = addTicket(world.ctx(1), { contactId, connectionId, channel: 'whatsappapi', status: 'open', userId: 2 }).id
})
afterEach(() => world.stop())

const notes = () => world.ctx(1).db.select().from(ticketNoteTable).all()
const answer = () => {
  const ctx = world.ctx(1)
  return ctx.transaction(() => queueAutomaticText(ctx, getTicketRow(ctx, ticketId), 'Ainda está aí?'))
}
const write = (atMs: number) =>
  interpretInbound(world.ctx(1), getConnection(world.ctx(1), connectionId), [
    messageEvent({ phone: '5511955554444', text: 'Oi', atMs }),
  ])

test('says nothing after the reply window, and notes why, once after each message of the contact', () => {
  expect([answer(), answer(), notes().length, listMessageRows(world)]).toEqual([[], [], 1, []])
  expect(notes()).toMatchObject([{ ticketId, userId: null, note: expect.stringContaining('24 horas') }])
  write(start)
  expect(answer()).toHaveLength(1)
  world.setTime(new Date(start + 25 * hourMs))
  expect([answer(), answer(), notes().length]).toEqual([[], [], 2])
})
