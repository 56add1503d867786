import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import type { TicketStatus } from '../ticket-status'
import { assignmentOf } from '../ticket.policy'
import { getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const move = statement((db, v: { id: TicketId; from: TicketStatus; to: TicketStatus }) =>
  db
    .update(ticketTable)
    .set({ status: v.to, isBot: false, amountUsedBotQueues: 0, automation: null })
    .where(and(eq(ticketTable.id, v.id), eq(ticketTable.status, v.from))),
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
    if (move.run(ctx, { id: ticketId, from, to }).changes === 0) return before
    const ticket = getTicketRow(ctx, ticketId)
    const data = { before: assignmentOf(before), after: assignmentOf(ticket) }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId: ticket.contactId }, data)
    return ticket
  })
}
