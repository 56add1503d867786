import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import { assignmentOf } from '../ticket/ticket.policy'
import type { TicketRow } from '../ticket/ticket.queries'

export function recordBotStart(ctx: CompanyContext, ticket: TicketRow) {
  const subjects = { ticketId: ticket.id, contactId: ticket.contactId }
  recordEvent(ctx, 'ticket.chatBotStarted', subjects, { after: assignmentOf(ticket) })
}
