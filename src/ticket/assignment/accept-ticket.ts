import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import { getRequiredQueue } from './ticket-assignment'
import { attendedStatus } from '../ticket-status'
import { assignmentOf, undoOf } from '../ticket.events'
import { canAcceptTicket, canSeeTicket, isWaiting } from '../ticket.policy'
import { findTicketRow, getTicketRow, type TicketRow } from '../ticket.queries'

const statements = perCompany(({ sqlite }) => {
  const prepare = (queue: string) =>
    sqlite.prepare<{ id: number }, (string | number | null)[]>(
      `UPDATE ticket SET status = ?1, user_id = ?2, ${queue} started_at = ?4, updated_at = ?4, is_bot = 0,
         use_integration = 0, amount_used_bot_queues = 0, automation = NULL, seen_user_id = NULL
       WHERE id = ?5 AND status IN ('pending', 'lgpd', 'group') AND user_id IS ?6 RETURNING id`,
    )
  // Writing the same queue would write its index again.
  return { claim: prepare(''), claimIntoQueue: prepare('queue_id = ?3,') }
})

interface AcceptTicketOptions {
  queueId?: QueueId | null
  /** Whether the user can undo it for some seconds. */
  canUndo?: boolean
}

/**
 * Assigns a pending ticket to the acting user. Of concurrent calls the first wins; the others get the ticket's present
 * state, which the interface reports as already assigned.
 */
export function acceptTicket(ctx: CompanyContext, ticketId: TicketId, options: AcceptTicketOptions = {}) {
  const { queueId, canUndo } = options
  return ctx.transaction(() => {
    const ticket = reachForAccepting(ctx, ticketId)
    if (!isWaiting(ticket)) return ticket
    if (!canAcceptTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    const queue = getRequiredQueue(ctx, queueId, ticket.queueId)
    const userId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
    const { claim, claimIntoQueue } = statements(ctx.company)
    const claimed = (queue === ticket.queueId ? claim : claimIntoQueue).get(
      attendedStatus(ticket),
      userId,
      queue,
      ctx.now.getTime(),
      ticketId,
      ticket.userId,
    )
    if (!claimed) return getTicketRow(ctx, ticketId)
    return recordAccepted(ctx, ticket, canUndo)
  })
}

function recordAccepted(ctx: CompanyContext, before: TicketRow, canUndo = false) {
  const ticket = getTicketRow(ctx, before.id)
  const greet = before.status === 'pending' && before.greetingAcceptedAt === null
  const move = { before: assignmentOf(before), after: assignmentOf(ticket) }
  const data = { ...move, greet, ...(canUndo && { undo: undoOf(ctx, before) }) }
  recordEvent(ctx, 'ticket.accepted', { ticketId: ticket.id, contactId: ticket.contactId }, data)
  return ticket
}

/**
 * Finds a ticket that the user could see while it was pending, even if a colleague has just accepted it. The response
 * names the new owner but not the conversation (see `presentTicketInReach`).
 */
function reachForAccepting(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  const ticket = findTicketRow(ctx, ticketId) ?? refuse('ERR_NO_TICKET_FOUND')
  const taken = ticket.status === 'open' || ticket.status === 'group'
  const asWaiting = {
    ...assignmentOf(ticket),
    status: ticket.isGroup ? ticket.status : ('pending' as const),
    userId: null,
  }
  if (!canSeeTicket(ctx.actor, ticket) && !(taken && canSeeTicket(ctx.actor, asWaiting))) refuse('ERR_NO_TICKET_FOUND')
  return ticket
}

const greeted = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    'UPDATE ticket SET greeting_accepted_at = ? WHERE id = ? AND greeting_accepted_at IS NULL RETURNING id',
  ),
)

/** Records that the greeting is sent; returns false if it was sent before. */
export function markGreetingAccepted(ctx: CompanyContext, ticketId: TicketId) {
  return greeted(ctx.company).get(ctx.now.getTime(), ticketId) !== null
}
