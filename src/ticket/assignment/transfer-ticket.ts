import { eq, sql } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { QueueId, TicketId, UserId } from '../../kernel/ids'
import { isSettingEnabled } from '../../setting/setting.queries'
import { finish } from '../closing/close-ticket'
import { insertTicket } from '../opening/insert-ticket'
import { assertMayAssign, assertQueue, assertUser, waitingStatus } from './assignment.queries'
import { type AssignmentUndo, undoOf, resolutionOf } from '../ticket.events'
import { assignmentOf, attendedStatus, canTransferTicket } from '../ticket.policy'
import { findActiveTicket, getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

type HandOver = Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId'> & { now: Date }

const hand = statement((db, v: HandOver) => {
  const { status, queuedAt, startedAt } = ticketTable
  const isAttended = sql`${status} IN ('open', 'group')`
  return db
    .update(ticketTable)
    .set({
      status: v.status,
      userId: v.userId,
      queueId: v.queueId,
      updatedAt: v.now,
      closedAt: null,
      queuedAt: sql`iif(${v.userId} IS NULL, ${v.now}, ${queuedAt})`,
      startedAt: sql`iif(${v.userId} IS NULL, NULL, iif(${isAttended}, ifnull(${startedAt}, ${v.now}), ${v.now}))`,
      isBot: false,
      useIntegration: false,
      amountUsedBotQueues: 0,
      automation: null,
    })
    .where(eq(ticketTable.id, v.id))
})

interface TransferTicketOptions {
  userId?: UserId | null
  queueId?: QueueId | null
  message?: string
  canUndo?: boolean
}

/** Reopens a closed ticket, unless the contact has another. closeTicketOnTransfer may continue in a new one. */
export function transferTicket(ctx: CompanyContext, ticketId: TicketId, options: TransferTicketOptions): TicketRow {
  return ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canTransferTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
    const queueId = options.queueId ?? refuse('ERR_QUEUE_REQUIRED', { fields: { queueId: 'required' } })
    const userId = options.userId ?? null
    assertQueue(ctx, queueId)
    if (userId !== null) assertUser(ctx, userId)
    // Taking a ticket oneself is limited to the user's own queues; other transfers are not.
    if (userId === actingUserId(ctx.actor)) assertMayAssign(ctx, { queueId, userId }, ticket)
    if (ticket.status === 'closed') {
      const other = findActiveTicket(ctx, ticket.contactId, ticket.connectionId)
      if (other) return other
    }
    const queueChanged = queueId !== ticket.queueId
    const begins = queueChanged && ticket.status !== 'closed' && isSettingEnabled(ctx, 'closeTicketOnTransfer')
    const next = begins ? beginNext(ctx, ticket, queueId, userId) : moveOn(ctx, ticket, queueId, userId)
    const isSame = next.id === ticket.id && ticket.status !== 'closed'
    const undo = options.canUndo && isSame ? { undo: undoOf(ctx, ticket) } : {}
    recordHandOver(ctx, ticket, next, {
      message: options.message?.trim() ?? '',
      queueChanged,
      ...undo,
      ...resolutionOf(ticket),
    })
    return next
  })
}

function moveOn(ctx: CompanyContext, ticket: TicketRow, queueId: QueueId, userId: UserId | null) {
  hand.run(ctx, { id: ticket.id, status: nextStatus(ctx, ticket, userId), userId, queueId, now: ctx.now })
  return getTicketRow(ctx, ticket.id)
}

function beginNext(ctx: CompanyContext, ticket: TicketRow, queueId: QueueId, userId: UserId | null) {
  finish(ctx, ticket, { farewell: false })
  const { contactId, connectionId, channel, isGroup, startedByUs, priority } = ticket
  const status = nextStatus(ctx, ticket, userId)
  const next = { contactId, connectionId, channel, isGroup, startedByUs, priority, status, queueId, userId }
  return insertTicket(ctx, { ...next, byTransfer: true })
}

function nextStatus(ctx: CompanyContext, ticket: TicketRow, userId: UserId | null) {
  return userId === null ? waitingStatus(ctx, ticket) : attendedStatus(ticket)
}

function recordHandOver(
  ctx: CompanyContext,
  from: TicketRow,
  to: TicketRow,
  facts: { message: string; queueChanged: boolean; undo?: AssignmentUndo; resolvedAt?: number },
) {
  const { id: ticketId, contactId } = from
  const before = assignmentOf(from)
  const left = { before, after: assignmentOf(getTicketRow(ctx, ticketId)), toTicketId: to.id }
  recordEvent(ctx, 'ticket.transferred', { ticketId, contactId }, { ...left, ...facts })
  recordEvent(ctx, 'ticket.received', { ticketId: to.id, contactId }, { before, after: assignmentOf(to) })
}
