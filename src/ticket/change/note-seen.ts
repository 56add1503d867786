import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.events'
import { getTicketRow } from '../ticket.queries'

const see = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    'UPDATE ticket SET seen_user_id = ?1 WHERE id = ?2 AND seen_user_id IS NOT ?1 RETURNING id',
  ),
)

/** Records who opened a waiting ticket without accepting it. The contact's next message or an acceptance ends it. */
export function noteSeen(ctx: CompanyContext, ticketId: TicketId) {
  const userId = actingUserId(ctx.actor)
  if (userId === undefined) return
  ctx.transaction(() => {
    if (!see(ctx.company).get(userId, ticketId)) return
    const ticket = getTicketRow(ctx, ticketId)
    recordEvent(ctx, 'ticket.seen', { ticketId, contactId: ticket.contactId }, { after: assignmentOf(ticket) })
  })
}
