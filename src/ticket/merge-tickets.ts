import type { CompanyContext } from '../kernel/company-context'
import { recordEvent } from '../kernel/event-log'
import type { TicketId } from '../kernel/ids'
import { eq, sql } from 'drizzle-orm'
import { finish } from './close-ticket'
import { placeOf } from './ticket.events'
import { getTicketRow, type TicketRow } from './ticket.queries'
import { ticketNoteTable, ticketTable } from './ticket.tables'

/**
 * Closes the younger of two tickets of the same person into the older. Its messages follow by the message domain's
 * reaction to `ticket.merged`. Whoever attends the younger goes on in the older, unless that one is attended as well.
 */
export function mergeTickets(ctx: CompanyContext, youngerId: TicketId, olderId: TicketId) {
  ctx.transaction(() => {
    const younger = getTicketRow(ctx, youngerId)
    const older = getTicketRow(ctx, olderId)
    finish(ctx, younger, { farewell: false })
    const moves = { lastMessage: '', lastMessageId: null, unreadMessages: 0 }
    ctx.db.update(ticketTable).set(moves).where(eq(ticketTable.id, youngerId)).run()
    ctx.db
      .update(ticketTable)
      .set(united(ctx, younger, older))
      .where(eq(ticketTable.id, olderId))
      .run()
    ctx.db.update(ticketNoteTable).set({ ticketId: olderId }).where(eq(ticketNoteTable.ticketId, youngerId)).run()
    moveLane(ctx, youngerId, olderId)
    const after = placeOf(getTicketRow(ctx, olderId))
    const subjects = { ticketId: olderId, contactId: older.contactId }
    const data = { fromTicketId: youngerId, from: placeOf(younger), into: placeOf(older), after }
    recordEvent(ctx, 'ticket.merged', subjects, data)
  })
}

function united(ctx: CompanyContext, younger: TicketRow, older: TicketRow) {
  const newest = (younger.lastMessageId ?? 0) > (older.lastMessageId ?? 0) ? younger : older
  const { status, userId, queueId, startedAt } = older.userId === null && younger.userId !== null ? younger : older
  return {
    status,
    userId,
    startedAt,
    queueId: queueId ?? older.queueId ?? younger.queueId,
    lastMessage: newest.lastMessage,
    lastMessageId: newest.lastMessageId,
    unreadMessages: older.unreadMessages + younger.unreadMessages,
    updatedAt: ctx.now,
  }
}

/** The younger's kanban lane, if the older is in none: a ticket is in one lane at a time. */
function moveLane(ctx: CompanyContext, fromId: TicketId, intoId: TicketId) {
  ctx.db.run(sql`UPDATE ticket_tag SET ticket_id = ${intoId} WHERE ticket_id = ${fromId}
    AND NOT EXISTS (SELECT 1 FROM ticket_tag held WHERE held.ticket_id = ${intoId})`)
}
