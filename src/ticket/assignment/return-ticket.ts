import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { waitingStatus } from './ticket-assignment'
import { assignmentOf } from '../ticket.events'
import { canReturnTicket } from '../ticket.policy'
import { getTicket, getTicketRow } from '../ticket.queries'

const release = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, (string | number)[]>(
    `UPDATE ticket SET status = ?1, user_id = NULL, queued_at = ?2, started_at = NULL, updated_at = ?2, is_bot = 0,
       amount_used_bot_queues = 0, automation = NULL
     WHERE id = ?3 AND status IN ('open', 'group') RETURNING id`,
  ),
)

/** Unassigns a ticket and returns it to its queue. Idempotent. */
export function returnTicket(ctx: CompanyContext, ticketId: TicketId) {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (ticket.status === 'pending' || (ticket.status === 'group' && ticket.userId === null)) return ticket
    if (!canReturnTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (!release(ctx.company).get(waitingStatus(ctx, ticket), ctx.now.getTime(), ticketId)) return ticket
    const returned = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(ticket), after: assignmentOf(returned) }
    recordEvent(ctx, 'ticket.returned', { ticketId, contactId: ticket.contactId }, move)
    return returned
  })
}
