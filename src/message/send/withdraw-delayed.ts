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

/** Takes back what a bot was still going to say on the ticket. Colleagues see it as deleted; the contact never gets it. */
export function withdrawDelayedMessages(ctx: CompanyContext, ticketId: TicketId) {
  for (const { id } of withdrawn(ctx.company).all(ticketId, ctx.now.getTime())) {
    markDeleted(ctx, { id, ticket_id: ticketId })
  }
}
