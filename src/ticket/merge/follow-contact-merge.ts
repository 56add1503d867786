import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { mergeTickets } from './merge-tickets'
import { assignmentOf } from '../ticket.events'
import { getTicketRow } from '../ticket.queries'
import { ticketNoteTable, ticketTable } from '../ticket.tables'

/**
 * Moves a contact's tickets and notes to another contact. Of two active tickets, the newer is merged into the older.
 */
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

/** Pairs of active tickets that would belong to one contact on one connection. */
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
