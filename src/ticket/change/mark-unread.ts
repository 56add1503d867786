import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.events'
import { canChangeTicket, isResolved } from '../ticket.policy'
import { getTicket, getTicketRow, type TicketRow } from '../ticket.queries'

const mark = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [number]>('UPDATE ticket SET unread_messages = max(unread_messages, 1) WHERE id = ?'),
)

/**
 * Shows the conversation as unread, as a reminder to come back to it.
 * @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CLOSED
 */
export function markUnread(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (isResolved(ticket)) refuse('ERR_TICKET_CLOSED')
    if (ticket.unreadMessages > 0) return ticket
    mark(ctx.company).run(ticketId)
    const assignment = assignmentOf(ticket)
    const move = { before: assignment, after: assignment }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId: ticket.contactId }, move)
    return getTicketRow(ctx, ticketId)
  })
}
