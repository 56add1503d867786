import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { hourMs } from '../../kernel/time/durations.contract'
import { assignmentOf } from '../ticket.events'
import { getTicket } from '../ticket.queries'

const accessed = perCompany(({ sqlite }) =>
  sqlite.prepare<unknown, [number, number, number]>(
    `SELECT 1 FROM event WHERE ticket_id = ? AND message_id IS NULL AND type = 'ticket.accessed' AND user_id = ? AND at > ?
     LIMIT 1`,
  ),
)

/** Records in the ticket log that the user opened the conversation, at most once an hour. */
export function openConversation(ctx: CompanyContext, idOrUuid: TicketId | string) {
  const ticket = getTicket(ctx, idOrUuid)
  const userId = actingUserId(ctx.actor)
  if (userId === undefined || accessed(ctx.company).get(ticket.id, userId, ctx.now.getTime() - hourMs)) return ticket
  ctx.transaction(() => {
    const subjects = { ticketId: ticket.id, contactId: ticket.contactId }
    recordEvent(ctx, 'ticket.accessed', subjects, { after: assignmentOf(ticket) })
  })
  return ticket
}
