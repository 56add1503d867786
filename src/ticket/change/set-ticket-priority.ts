import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import type { TicketPriority } from '../ticket-priority.contract'
import { assignmentOf, canChangeTicket } from '../ticket.policy'
import { getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const update = statement((db, v: { id: TicketId; priority: TicketPriority }) =>
  db.update(ticketTable).set({ priority: v.priority }).where(eq(ticketTable.id, v.id)),
)

/** The place in lists stays. @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export function setTicketPriority(ctx: CompanyContext, ticketId: TicketId, priority: TicketPriority): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    if (ticket.priority === priority) return ticket
    update.run(ctx, { id: ticketId, priority })
    const assignment = assignmentOf(ticket)
    recordEvent(
      ctx,
      'ticket.priorityChanged',
      { ticketId, contactId: ticket.contactId },
      { before: assignment, after: assignment, priority, fromPriority: ticket.priority },
    )
    return getTicketRow(ctx, ticketId)
  })
}
