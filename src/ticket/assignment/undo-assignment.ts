import { eq } from 'drizzle-orm'
import { findQueue } from '../../queue/queue.queries'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { findLastTicketEvent, recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { findUserFacts } from '../../user/user.queries'
import type { AssignmentUndo } from '../ticket.events'
import { assignmentOf, type TicketAssignment } from '../ticket.policy'
import { findTicketRow, getTicket, getTicketRow, type TicketRow, ticketMessages } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

type UndoableAssignment = 'ticket.accepted' | 'ticket.transferred'

const undone = { 'ticket.accepted': 'ticket.acceptUndone', 'ticket.transferred': 'ticket.transferUndone' } as const

/** Refused after a message to the contact or another user's change. @throws Refusal ERR_UNDO_TOO_LATE, ERR_NO_TICKET_FOUND */
export function undoAssignment(ctx: CompanyContext, ticketId: TicketId, type: UndoableAssignment): TicketRow {
  return ctx.transaction(() => {
    const change = findChange(ctx, ticketId, type)
    const ticket = change ? findTicketRow(ctx, ticketId) : getTicket(ctx, ticketId)
    if (!change || !ticket) return refuse('ERR_UNDO_TOO_LATE')
    const { undo, after, at } = change
    if (isAssigned(ticket, undo.kept)) return ticket
    if (!isAssigned(ticket, after) || !canRestore(ctx, ticketId, undo)) refuse('ERR_UNDO_TOO_LATE')
    restore(ctx, ticket, undo)
    const restored = getTicketRow(ctx, ticketId)
    const move = { before: assignmentOf(ticket), after: assignmentOf(restored) }
    const data = { ...move, changedAt: at.getTime(), kept: undo.kept, lastMessageId: undo.lastMessageId }
    recordEvent(ctx, undone[type], { ticketId, contactId: ticket.contactId }, data)
    return restored
  })
}

export function canUndoAssignment(ctx: CompanyContext, ticketId: TicketId, type: UndoableAssignment): boolean {
  const change = findChange(ctx, ticketId, type)
  return change !== undefined && canRestore(ctx, ticketId, change.undo)
}

function findChange(ctx: CompanyContext, ticketId: TicketId, type: UndoableAssignment) {
  const last = findLastTicketEvent(ctx, ticketId, ['ticket.accepted', 'ticket.transferred'])
  const undo = last?.data.undo
  if (last?.type !== type || !undo || ctx.now.getTime() >= undo.untilMs) return undefined
  if (last.userId === undefined || last.userId !== actingUserId(ctx.actor)) return undefined
  return { undo, after: last.data.after, at: last.at }
}

const isAssigned = (ticket: TicketRow, { status, userId, queueId }: TicketAssignment) =>
  ticket.status === status && ticket.userId === userId && ticket.queueId === queueId

function canRestore(
  ctx: CompanyContext,
  ticketId: TicketId,
  { kept: { userId, queueId }, lastMessageId }: AssignmentUndo,
) {
  return (
    (userId === null || findUserFacts(ctx, userId) !== undefined) &&
    (queueId === null || findQueue(ctx, queueId) !== undefined) &&
    !ticketMessages(ctx).wasWrittenTo(ctx, ticketId, lastMessageId)
  )
}

/** Stopped bots stay stopped, new messages unread, and the position new. */
function restore(ctx: CompanyContext, ticket: TicketRow, { kept, updatedAt, snoozedUntil }: AssignmentUndo) {
  const { status, userId, queueId, queuedAt, startedAt, unreadMessages } = kept
  const hasNewMessages = ticket.unreadMessages > unreadMessages
  const isTicket = eq(ticketTable.id, ticket.id)
  ctx.db
    .update(ticketTable)
    .set({
      status,
      userId,
      queueId,
      queuedAt: queuedAt === null ? null : new Date(queuedAt),
      startedAt: startedAt === null ? null : new Date(startedAt),
      updatedAt: hasNewMessages ? ticket.updatedAt : new Date(updatedAt),
    })
    .where(isTicket)
    .run()
  // A separate statement, because a change of owner ends a snooze.
  if (snoozedUntil === null || snoozedUntil <= ctx.now.getTime() || hasNewMessages) return
  ctx.db
    .update(ticketTable)
    .set({ snoozedUntil: new Date(snoozedUntil) })
    .where(isTicket)
    .run()
}
