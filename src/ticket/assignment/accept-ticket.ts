import { eq } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId } from '../../kernel/ids'
import { getRequiredQueue } from './assignment.queries'
import { undoOf } from '../ticket.events'
import { assignmentOf, attendedStatus, canSeeTicket, isWaiting } from '../ticket.policy'
import { findTicketRow, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

type Claim = Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId'> & { now: Date }

const claiming = ({ intoQueue }: { intoQueue: boolean }) =>
  statement((db, v: Claim) =>
    db
      .update(ticketTable)
      .set({
        status: v.status,
        userId: v.userId,
        ...(intoQueue && { queueId: v.queueId }),
        startedAt: v.now,
        updatedAt: v.now,
        isBot: false,
        useIntegration: false,
        amountUsedBotQueues: 0,
        automation: null,
        seenUserId: null,
      })
      .where(eq(ticketTable.id, v.id)),
  )

// Writing the same queue would write its index again.
const claim = claiming({ intoQueue: false })
const claimIntoQueue = claiming({ intoQueue: true })

interface AcceptTicketOptions {
  queueId?: QueueId | null
  /** Whether the user can undo it for some seconds. */
  canUndo?: boolean
}

/** The first of concurrent calls wins; the others get the present state. */
export function acceptTicket(ctx: CompanyContext, ticketId: TicketId, options: AcceptTicketOptions = {}) {
  const { queueId, canUndo } = options
  return ctx.transaction(() => {
    const before = reachForAccepting(ctx, ticketId)
    if (!isWaiting(before)) return before
    const queue = getRequiredQueue(ctx, queueId, before.queueId)
    const userId = actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
    const values = { id: ticketId, status: attendedStatus(before), userId, queueId: queue }
    const write = queue === before.queueId ? claim : claimIntoQueue
    write.run(ctx, { ...values, now: ctx.now })
    const ticket = getTicketRow(ctx, ticketId)
    const greet = before.status === 'pending' && before.greetingAcceptedAt === null
    const move = { before: assignmentOf(before), after: assignmentOf(ticket) }
    const data = { ...move, greet, ...(canUndo && { undo: undoOf(ctx, before) }) }
    recordEvent(ctx, 'ticket.accepted', { ticketId, contactId: ticket.contactId }, data)
    return ticket
  })
}

/** Even if a colleague was faster; then the answer names only the owner (`presentTicketInReach`). */
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

const noteGreeting = statement((db, v: { id: TicketId; now: Date }) =>
  db.update(ticketTable).set({ greetingAcceptedAt: v.now }).where(eq(ticketTable.id, v.id)),
)

export function markGreetingAccepted(ctx: CompanyContext, ticketId: TicketId) {
  noteGreeting.run(ctx, { id: ticketId, now: ctx.now })
}
