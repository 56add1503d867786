import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { moveTicketLane } from '../../tag/tag-links'
import { finish } from '../closing/close-ticket'
import { assignmentOf, snapshotOf } from '../ticket.events'
import { getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketNoteTable, ticketTable } from '../ticket.tables'

/**
 * Merges the newer of two tickets of a contact into the older and closes it. The message domain moves the messages when
 * it handles `ticket.merged`. The newer ticket's agent takes over the older one, unless that has an agent.
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
      .set(mergedValues(ctx, younger, older))
      .where(eq(ticketTable.id, olderId))
      .run()
    const notes = ctx.db.update(ticketNoteTable).set({ ticketId: olderId })
    const moved = notes.where(eq(ticketNoteTable.ticketId, youngerId)).returning({ id: ticketNoteTable.id }).all()
    const laneIds = moveTicketLane(ctx, youngerId, olderId)
    const merged = getTicketRow(ctx, olderId)
    const kept = {
      from: snapshotOf(younger),
      into: snapshotOf(older),
      merged: snapshotOf(merged),
      noteIds: moved.map(({ id }) => id),
      laneIds,
    }
    const places = { from: assignmentOf(younger), into: assignmentOf(older), after: assignmentOf(merged) }
    const subjects = { ticketId: olderId, contactId: older.contactId }
    recordEvent(ctx, 'ticket.merged', subjects, { fromTicketId: youngerId, ...places, kept })
  })
}

function mergedValues(ctx: CompanyContext, younger: TicketRow, older: TicketRow) {
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
