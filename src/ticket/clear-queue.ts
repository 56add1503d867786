import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { recordEvent } from '../kernel/event-log'
import type { QueueId, TicketId } from '../kernel/ids'
import { runWithinBudget } from '../kernel/batches'
import { assignmentOf } from './ticket.events'
import { getTicketRow } from './ticket.queries'

const sliceMax = 500

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
 * Takes a part of a queue's tickets out of it, before it goes. They stay where they are in their lists; whoever saw them
 * by the queue alone is told that they are gone, and whoever sees what has no queue that they have come.
 */
export function clearQueue(ctx: CompanyContext, queueId: QueueId): boolean {
  const present = statements(ctx.company).present.all(queueId, sliceMax)
  if (present.length === 0) return leaveClosed(ctx, queueId)
  runWithinBudget(ctx, present, ({ id }) => {
    const before = getTicketRow(ctx, id)
    statements(ctx.company).leave.run(id)
    const move = { before: assignmentOf(before), after: { ...assignmentOf(before), queueId: null } }
    recordEvent(ctx, 'ticket.updated', { ticketId: id, contactId: before.contactId }, move)
  })
  return true
}

/** On nobody's screen: nobody needs to be told. */
function leaveClosed(ctx: CompanyContext, queueId: QueueId) {
  return ctx.transaction(() => statements(ctx.company).leaveClosed.all(queueId, sliceMax).length === sliceMax)
}
