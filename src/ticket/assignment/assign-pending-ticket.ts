import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSame } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId, UserId } from '../../kernel/ids'
import type { AssignmentWhy } from './automatic/assignment-reason.contract'
import { assignmentOf } from '../ticket.policy'
import { getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const assign = statement((db, v: { id: TicketId; userId: UserId; heldBy: UserId | null }) =>
  db
    .update(ticketTable)
    .set({ userId: v.userId })
    .where(and(eq(ticketTable.id, v.id), eq(ticketTable.status, 'pending'), isSame(ticketTable.userId, v.heldBy))),
)

/** The user still has to accept. Nothing if somebody did meanwhile. */
export function assignPendingTicket(
  ctx: CompanyContext,
  before: TicketRow,
  userId: UserId,
  { isLogged = false, why }: { isLogged?: boolean; why?: AssignmentWhy } = {},
): TicketRow {
  return ctx.transaction(() => {
    const { id: ticketId, contactId } = before
    const { changes } = assign.run(ctx, { id: ticketId, userId, heldBy: before.userId })
    if (changes === 0) return getTicketRow(ctx, ticketId)
    const ticket = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(before), after: assignmentOf(ticket) }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId }, move)
    if (isLogged || why) recordEvent(ctx, 'ticket.assigned', { ticketId, contactId }, { ...move, ...why })
    return ticket
  })
}
