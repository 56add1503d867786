import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import type { LongWork } from '../../kernel/company/batches'
import { assignmentOf } from '../ticket.events'
import { getTicketRow } from '../ticket.queries'

const statements = perCompany(({ sqlite }) => ({
  present: sqlite.prepare<{ id: TicketId }, [number, number]>(
    "SELECT id FROM ticket WHERE queue_id = ? AND status <> 'closed' LIMIT ?",
  ),
  leave: sqlite.prepare<unknown, [number]>('UPDATE ticket SET queue_id = NULL WHERE id = ?'),
}))

/**
 * Removes the tickets from a queue that is being deleted. Their order in lists does not change. Users who saw
 * them only through the queue get their removal, users who see tickets without a queue their addition.
 */
export const clearQueue = (ctx: CompanyContext, queueId: QueueId): LongWork<{ id: TicketId }> => ({
  next: () => statements(ctx.company).present.all(queueId, 500),
  work({ id }) {
    const before = getTicketRow(ctx, id)
    statements(ctx.company).leave.run(id)
    const move = { before: assignmentOf(before), after: { ...assignmentOf(before), queueId: null } }
    recordEvent(ctx, 'ticket.updated', { ticketId: id, contactId: before.contactId }, move)
  },
})
