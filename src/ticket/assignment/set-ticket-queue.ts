import { eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.policy'
import { getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const update = statement((db, v: { id: TicketId; queueId: QueueId | null; now: Date }) =>
  db
    .update(ticketTable)
    .set({ queueId: v.queueId, queuedAt: sql`ifnull(${ticketTable.queuedAt}, ${v.now})`, updatedAt: v.now })
    .where(eq(ticketTable.id, v.id)),
)

export function setTicketQueue(
  ctx: CompanyContext,
  ticketId: TicketId,
  queueId: QueueId | null,
  { redirect = false } = {},
): TicketRow {
  return ctx.transaction(() => {
    const before = getTicketRow(ctx, ticketId)
    if (before.queueId === queueId) return before
    update.run(ctx, { id: ticketId, queueId, now: ctx.now })
    const ticket = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(before), after: assignmentOf(ticket), redirect }
    recordEvent(ctx, 'ticket.queued', { ticketId, contactId: ticket.contactId }, move)
    return ticket
  })
}
