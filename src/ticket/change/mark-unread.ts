import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.events'
import { canChangeTicket, isResolved } from '../ticket.policy'
import { getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const mark = statement((db, v: { id: TicketId }) =>
  db.update(ticketTable).set({ unreadMessages: 1 }).where(eq(ticketTable.id, v.id)),
)

/** As a reminder. @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CLOSED */
export function markUnread(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (isResolved(ticket)) refuse('ERR_TICKET_CLOSED')
    if (ticket.unreadMessages > 0) return ticket
    mark.run(ctx, { id: ticketId })
    const assignment = assignmentOf(ticket)
    const move = { before: assignment, after: assignment }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId: ticket.contactId }, move)
    return getTicketRow(ctx, ticketId)
  })
}
