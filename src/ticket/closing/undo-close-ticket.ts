import { eq } from 'drizzle-orm'
import { findQueue } from '../../queue/queue.queries'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findLastTicketEvent, isEvent, recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { findUserFacts } from '../../user/user.queries'
import { refuseOther } from '../opening/refuse-other'
import type { CloseUndo, TicketSnapshot } from '../ticket.events'
import { assignmentOf, isResolved } from '../ticket.policy'
import { findActiveTicket, getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

/** Cancels the closing message. Also after the contact wrote. @throws Refusal ERR_UNDO_TOO_LATE, ERR_OTHER_OPEN_TICKET */
export function undoCloseTicket(ctx: CompanyContext, ticketId: TicketId): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    const { undo, at, wasRated } = findUndo(ctx, ticketId)
    if (isAsBefore(ticket, undo.kept)) return ticket
    const isFree = ticket.status === 'pending' && ticket.userId === null
    if ((!isResolved(ticket) && !isFree) || !canRestore(ctx, undo.kept)) refuse('ERR_UNDO_TOO_LATE')
    const other = findActiveTicket(ctx, ticket.contactId, ticket.connectionId)
    if (other && other.id !== ticketId) refuseOther(ctx, other)
    restore(ctx, ticket, undo)
    const restored = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(ticket), after: assignmentOf(restored) }
    const data = { ...move, closedAt: at.getTime(), wasRated, kept: undo.kept }
    recordEvent(ctx, 'ticket.closeUndone', { ticketId, contactId: ticket.contactId }, data)
    return restored
  })
}

function findUndo(ctx: CompanyContext, ticketId: TicketId) {
  const closing = findLastTicketEvent(ctx, ticketId, ['ticket.closed', 'ticket.ratingAwaited'])
  const undo = closing?.data.undo
  const isOwn = closing?.userId !== undefined && closing.userId === actingUserId(ctx.actor)
  if (!closing || !undo || !isOwn || ctx.now.getTime() >= undo.untilMs) refuse('ERR_UNDO_TOO_LATE')
  return { undo, at: closing.at, wasRated: isEvent(closing, 'ticket.ratingAwaited') }
}

const isAsBefore = (ticket: TicketRow, { status, userId, queueId }: TicketSnapshot) =>
  ticket.status === status && ticket.userId === userId && ticket.queueId === queueId

function canRestore(ctx: CompanyContext, { userId, queueId }: TicketSnapshot) {
  return (
    (userId === null || findUserFacts(ctx, userId) !== undefined) &&
    (queueId === null || findQueue(ctx, queueId) !== undefined)
  )
}

/** Stopped bots stay stopped, new messages unread, and the position new. */
function restore(ctx: CompanyContext, ticket: TicketRow, undo: CloseUndo) {
  const { kept, updatedAt, snoozedUntil, rating, ratingUserId } = undo
  const { status, userId, queueId, queuedAt, startedAt } = kept
  ctx.db
    .update(ticketTable)
    .set({
      status,
      userId,
      queueId,
      rating,
      ratingUserId,
      closedAt: null,
      isBot: false,
      useIntegration: false,
      amountUsedBotQueues: 0,
      automation: null,
      queuedAt: queuedAt === null ? null : new Date(queuedAt),
      startedAt: startedAt === null ? null : new Date(startedAt),
      unreadMessages: kept.unreadMessages + ticket.unreadMessages,
      updatedAt: ticket.unreadMessages > 0 ? ticket.updatedAt : new Date(updatedAt),
    })
    .where(eq(ticketTable.id, ticket.id))
    .run()
  // A separate statement, because a change of status ends a snooze, as does a message of the contact.
  if (snoozedUntil === null || snoozedUntil <= ctx.now.getTime() || ticket.unreadMessages > 0) return
  ctx.db
    .update(ticketTable)
    .set({ snoozedUntil: new Date(snoozedUntil) })
    .where(eq(ticketTable.id, ticket.id))
    .run()
}
