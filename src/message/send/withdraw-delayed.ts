import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketId } from '../../kernel/ids'
import { markDeleted } from '../inbound/apply-inbound-change'

const withdrawn = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    `UPDATE message SET send_state = NULL, send_after = NULL
     WHERE ticket_id = ? AND send_state = 'queued' AND send_after IS NOT NULL AND send_after > ? AND user_id IS NULL
     RETURNING id`,
  ),
)

/** Cancels a bot's delayed messages on the ticket. Colleagues see them as deleted; the contact never receives them. */
export function withdrawDelayedMessages(ctx: CompanyContext, ticketId: TicketId) {
  for (const { id } of withdrawn(ctx.company).all(ticketId, ctx.now.getTime())) {
    markDeleted(ctx, { id, ticket_id: ticketId })
  }
}
