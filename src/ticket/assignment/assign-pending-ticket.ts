import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.events'
import { getTicketRow, type TicketRow } from '../ticket.queries'

const assign = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, (number | null)[]>(
    `UPDATE ticket SET user_id = ?1 WHERE id = ?2 AND status = 'pending' AND user_id IS ?3`,
  ),
)

/**
 * Assigns a pending ticket to a user, who still has to accept it. Does nothing if another user accepted it meanwhile.
 * `isLogged`: the ticket's log names the user.
 */
export function assignPendingTicket(
  ctx: CompanyContext,
  before: TicketRow,
  userId: UserId,
  { isLogged = false } = {},
): TicketRow {
  return ctx.transaction(() => {
    const { id: ticketId, contactId } = before
    if (assign(ctx.company).run(userId, ticketId, before.userId).changes === 0) return getTicketRow(ctx, ticketId)
    const ticket = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(before), after: assignmentOf(ticket) }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId }, move)
    if (isLogged) recordEvent(ctx, 'ticket.assigned', { ticketId, contactId }, move)
    return ticket
  })
}
