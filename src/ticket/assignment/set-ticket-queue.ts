import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.events'
import { getTicketRow, type TicketRow } from '../ticket.queries'

const update = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (number | null)[]>(
    'UPDATE ticket SET queue_id = ?1, queued_at = ifnull(queued_at, ?2), updated_at = ?2 WHERE id = ?3 AND queue_id IS NOT ?1',
  ),
)

export function setTicketQueue(
  ctx: CompanyContext,
  ticketId: TicketId,
  queueId: QueueId | null,
  { redirect = false } = {},
): TicketRow {
  return ctx.transaction(() => {
    const before = getTicketRow(ctx, ticketId)
    update(ctx.company).run(queueId, ctx.now.getTime(), ticketId)
    if (before.queueId === queueId) return before
    const ticket = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(before), after: assignmentOf(ticket), redirect }
    recordEvent(ctx, 'ticket.queued', { ticketId, contactId: ticket.contactId }, move)
    return ticket
  })
}
