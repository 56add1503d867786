import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import { getRequiredQueue } from '../assignment/ticket-assignment'
import { attendedStatus } from '../ticket-status'
import { assignmentOf, resolutionOf } from '../ticket.events'
import { canReopenTicket, isResolved } from '../ticket.policy'
import { findActiveTicket, getTicket, getTicketRow, type TicketRow } from '../ticket.queries'

const reopen = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `UPDATE ticket SET status = ?1, user_id = ?2, queue_id = ?3, started_at = ?4, closed_at = NULL, updated_at = ?4,
       is_bot = 0, use_integration = 0, automation = NULL
     WHERE id = ?5 AND status IN ('closed', 'nps') RETURNING id`,
  ),
)

/**
 * Reopens a resolved ticket for the acting user, also while a rating is awaited. If the contact has another active ticket on
 * the connection, returns that one.
 */
export function reopenTicket(ctx: CompanyContext, ticketId: TicketId, { queueId }: { queueId?: QueueId | null } = {}) {
  return ctx.transaction((): TicketRow => {
    const ticket = getTicket(ctx, ticketId)
    if (!isResolved(ticket)) return ticket
    if (!canReopenTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    const other = findActiveTicket(ctx, ticket.contactId, ticket.connectionId)
    if (other && other.id !== ticketId) return other
    const queue = getRequiredQueue(ctx, queueId, ticket.queueId)
    const userId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
    if (!reopen(ctx.company).get(attendedStatus(ticket), userId, queue, ctx.now.getTime(), ticketId)) return ticket
    const reopened = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(ticket), after: assignmentOf(reopened), ...resolutionOf(ticket) }
    recordEvent(ctx, 'ticket.reopened', { ticketId, contactId: ticket.contactId }, move)
    return reopened
  })
}
