import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import { runWithinBudget } from '../../kernel/company/batches'
import { assignmentOf } from '../ticket.events'
import { getTicketRow } from '../ticket.queries'

const batchMax = 500

const statements = perCompany(({ sqlite }) => ({
  present: sqlite.prepare<{ id: TicketId }, [number, number]>(
    "SELECT id FROM ticket WHERE queue_id = ? AND status <> 'closed' LIMIT ?",
  ),
  leave: sqlite.prepare<unknown, [number]>('UPDATE ticket SET queue_id = NULL WHERE id = ?'),
  leaveClosed: sqlite.prepare<{ id: TicketId }, [number, number]>(
    `UPDATE ticket SET queue_id = NULL WHERE id IN (SELECT id FROM ticket WHERE queue_id = ? AND status = 'closed' LIMIT ?)
     RETURNING id`,
  ),
}))

/**
 * Removes one batch of tickets from a queue that is being deleted. Their order in lists does not change. Users who saw
 * them only through the queue get their removal, users who see tickets without a queue their addition.
 */
export function clearQueue(ctx: CompanyContext, queueId: QueueId): boolean {
  const tickets = statements(ctx.company).present.all(queueId, batchMax)
  if (tickets.length === 0) return leaveClosed(ctx, queueId)
  runWithinBudget(ctx, tickets, ({ id }) => {
    const before = getTicketRow(ctx, id)
    statements(ctx.company).leave.run(id)
    const move = { before: assignmentOf(before), after: { ...assignmentOf(before), queueId: null } }
    recordEvent(ctx, 'ticket.updated', { ticketId: id, contactId: before.contactId }, move)
  })
  return true
}

/** Closed tickets are on no screen, so nothing is published. */
function leaveClosed(ctx: CompanyContext, queueId: QueueId) {
  return ctx.transaction(() => statements(ctx.company).leaveClosed.all(queueId, batchMax).length === batchMax)
}
