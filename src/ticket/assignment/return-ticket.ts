import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { waitingStatus } from './assignment.queries'
import { assignmentOf, canReturnTicket } from '../ticket.policy'
import { getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const release = statement((db, v: { id: TicketId; status: TicketRow['status']; queuedAt: Date; now: Date }) =>
  db
    .update(ticketTable)
    .set({
      status: v.status,
      userId: null,
      queuedAt: v.queuedAt,
      startedAt: null,
      updatedAt: v.now,
      isBot: false,
      amountUsedBotQueues: 0,
      automation: null,
    })
    .where(eq(ticketTable.id, v.id)),
)

export function returnTicket(ctx: CompanyContext, ticketId: TicketId) {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (ticket.status === 'pending' || (ticket.status === 'group' && ticket.userId === null)) return ticket
    if (!canReturnTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    return giveBack(ctx, ticket)
  })
}

/** From an agent who is away, accepted or not. */
export function returnFromGone(ctx: CompanyContext, ticketId: TicketId) {
  return ctx.transaction(() => giveBack(ctx, getTicketRow(ctx, ticketId), { isGone: true }))
}

function giveBack(ctx: CompanyContext, ticket: TicketRow, why: { isGone?: true } = {}) {
  const { id: ticketId, contactId } = ticket
  // Who waits since before keeps the place.
  const queuedAt = (ticket.status === 'pending' && ticket.queuedAt) || ctx.now
  release.run(ctx, { id: ticketId, status: waitingStatus(ctx, ticket), queuedAt, now: ctx.now })
  const returned = getTicketRow(ctx, ticketId)
  const move = { before: assignmentOf(ticket), after: assignmentOf(returned) }
  recordEvent(ctx, 'ticket.returned', { ticketId, contactId }, { ...move, ...why })
  return returned
}
