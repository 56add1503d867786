import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import type { TicketStatus } from '../ticket-status'
import { assignmentOf } from '../ticket.events'
import { getTicketRow, type TicketRow } from '../ticket.queries'

const move = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [string, number, string]>(
    `UPDATE ticket SET status = ?1, is_bot = 0, amount_used_bot_queues = 0, automation = NULL
     WHERE id = ?2 AND status = ?3`,
  ),
)

export function awaitConsent(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  return changeStatus(ctx, ticketId, 'pending', 'lgpd')
}

/** Call it when the contact has agreed or consent is no longer required: the ticket waits for an agent. */
export function endConsent(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  return changeStatus(ctx, ticketId, 'lgpd', 'pending')
}

function changeStatus(ctx: CompanyContext, ticketId: TicketId, from: TicketStatus, to: TicketStatus): TicketRow {
  return ctx.transaction(() => {
    const before = getTicketRow(ctx, ticketId)
    if (move(ctx.company).run(to, ticketId, from).changes === 0) return before
    const ticket = getTicketRow(ctx, ticketId)
    const data = { before: assignmentOf(before), after: assignmentOf(ticket) }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId: ticket.contactId }, data)
    return ticket
  })
}
