import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { TagId } from '../../kernel/ids'
import { setTicketLane } from '../../tag/tag-links'
import { assignmentOf } from '../ticket.policy'
import type { TicketRow } from '../ticket.queries'

/** Null removes it. @throws Refusal ERR_NO_TAG_FOUND when the tag is not a lane */
export function moveToLane(
  ctx: CompanyContext,
  ticket: TicketRow,
  tagId: TagId | null,
  options: { isReturn?: boolean } = {},
) {
  ctx.transaction(() => {
    if (!setTicketLane(ctx, ticket.id, tagId, options)) return
    const assignment = assignmentOf(ticket)
    const subjects = { ticketId: ticket.id, contactId: ticket.contactId }
    recordEvent(ctx, 'ticket.updated', subjects, { before: assignment, after: assignment })
  })
}
