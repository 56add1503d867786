import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import type { LongWork } from '../../kernel/company/batches'
import { assignmentOf } from '../ticket.events'
import { getTicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const statements = {
  present: statement((db, v: { queueId: QueueId }) =>
    db
      .select({ id: ticketTable.id })
      .from(ticketTable)
      .where(and(eq(ticketTable.queueId, v.queueId), ne(ticketTable.status, 'closed')))
      .limit(500),
  ),
  leave: statement((db, v: { id: TicketId }) =>
    db.update(ticketTable).set({ queueId: null }).where(eq(ticketTable.id, v.id)),
  ),
}

/** The order in lists stays. Users who saw them only through the queue get their removal. */
export const clearQueue = (ctx: CompanyContext, queueId: QueueId): LongWork<{ id: TicketId }> => ({
  next: () => statements.present.all(ctx, { queueId }),
  work({ id }) {
    const before = getTicketRow(ctx, id)
    statements.leave.run(ctx, { id })
    const move = { before: assignmentOf(before), after: { ...assignmentOf(before), queueId: null } }
    recordEvent(ctx, 'ticket.updated', { ticketId: id, contactId: before.contactId }, move)
  },
})
