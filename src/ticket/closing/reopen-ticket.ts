import { eq } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import { getRequiredQueue } from '../assignment/assignment.queries'
import { resolutionOf } from '../ticket.events'
import { assignmentOf, attendedStatus, canReopenTicket, isResolved } from '../ticket.policy'
import { findActiveTicket, getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

type Reopened = Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId'> & { now: Date }

const reopen = statement((db, v: Reopened) =>
  db
    .update(ticketTable)
    .set({
      status: v.status,
      userId: v.userId,
      queueId: v.queueId,
      startedAt: v.now,
      closedAt: null,
      updatedAt: v.now,
      isBot: false,
      useIntegration: false,
      automation: null,
    })
    .where(eq(ticketTable.id, v.id)),
)

/** Also while a rating is awaited. Returns another active ticket of the contact. */
export function reopenTicket(ctx: CompanyContext, ticketId: TicketId, { queueId }: { queueId?: QueueId | null } = {}) {
  return ctx.transaction((): TicketRow => {
    const ticket = getTicket(ctx, ticketId)
    if (!isResolved(ticket)) return ticket
    if (!canReopenTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    const other = findActiveTicket(ctx, ticket.contactId, ticket.connectionId)
    if (other && other.id !== ticketId) return other
    const queue = getRequiredQueue(ctx, queueId, ticket.queueId)
    const userId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
    const values = { id: ticketId, status: attendedStatus(ticket), userId, queueId: queue, now: ctx.now }
    reopen.run(ctx, values)
    const reopened = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(ticket), after: assignmentOf(reopened), ...resolutionOf(ticket) }
    recordEvent(ctx, 'ticket.reopened', { ticketId, contactId: ticket.contactId }, move)
    return reopened
  })
}
