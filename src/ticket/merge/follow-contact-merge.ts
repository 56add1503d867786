import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { assignmentOf, snapshotOf } from '../ticket.events'
import { getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketNoteTable, ticketTable } from '../ticket.tables'
import { moveTicketLane } from '../../tag/tag-links'
import { finish } from '../closing/close-ticket'

/** Of two active tickets, the newer is merged into the older. */
export function followContactMerge(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  for (const twin of listActiveTwins(ctx, fromId, intoId)) {
    const [older, younger] = twin.sort((a, b) => a - b)
    if (older !== undefined && younger !== undefined) mergeTickets(ctx, younger, older)
  }
  const moved = ctx.db
    .update(ticketTable)
    .set({ contactId: intoId })
    .where(eq(ticketTable.contactId, fromId))
    .returning({ id: ticketTable.id })
    .all()
  for (const { id } of moved) {
    const data = { fromContactId: fromId, toContactId: intoId, after: assignmentOf(getTicketRow(ctx, id)) }
    recordEvent(ctx, 'ticket.contactChanged', { ticketId: id, contactId: intoId }, data)
  }
  ctx.db.update(ticketNoteTable).set({ contactId: intoId }).where(eq(ticketNoteTable.contactId, fromId)).run()
}

function listActiveTwins(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): number[][] {
  const activeOf = (contactId: ContactId) =>
    ctx.db
      .select({ id: ticketTable.id, connectionId: ticketTable.connectionId })
      .from(ticketTable)
      .where(and(eq(ticketTable.contactId, contactId), ne(ticketTable.status, 'closed')))
      .all()
  const into = activeOf(intoId)
  return activeOf(fromId).flatMap(({ id, connectionId }) => {
    const twin = into.find((other) => connectionId !== null && other.connectionId === connectionId)
    return twin ? [[id, twin.id]] : []
  })
}

/** Messages move on `ticket.merged`. The newer one's agent takes over, unless the older has one. */
function mergeTickets(ctx: CompanyContext, youngerId: TicketId, olderId: TicketId) {
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
