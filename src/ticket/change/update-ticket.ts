import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import { eq } from 'drizzle-orm'
import { acceptTicket } from '../assignment/accept-ticket'
import { closeTicket } from '../closing/close-ticket'
import { reopenTicket } from '../closing/reopen-ticket'
import { returnTicket } from '../assignment/return-ticket'
import { setTicketQueue } from '../assignment/set-ticket-queue'
import { getChosenQueue } from '../assignment/assignment.queries'
import type { UpdateTicketBody } from '../ticket.contract'
import { assignmentOf, canChangeTicket, isResolved } from '../ticket.policy'
import { findTicketRow, getTicket, getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'
import { setTicketPriority } from './set-ticket-priority'
import { transferTicket } from '../assignment/transfer-ticket'

const switchNames = ['useIntegration', 'isBot', 'amount', 'amountUsedBotQueues'] as const

/** Status, user and `isTransfered` select the command, after the priority; the remaining fields are applied afterwards. */
export function updateTicket(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody): TicketRow {
  return ctx.transaction(() => {
    const before = findTicketRow(ctx, ticketId)
    const mayChange = before !== undefined && canChangeTicket(ctx.actor, before)
    if (body.priority !== undefined) setTicketPriority(ctx, ticketId, body.priority)
    const ticket = moveTicket(ctx, ticketId, body)
    return mayChange && ticket.id === ticketId ? setSwitches(ctx, ticket, body) : ticket
  })
}

function moveTicket(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody): TicketRow {
  if (body.isTransfered) return transfer(ctx, ticketId, body)
  switch (body.status) {
    case undefined:
      return moveByHand(ctx, ticketId, body)
    case 'closed':
      return closeTicket(ctx, ticketId, { farewell: body.sendFarewellMessage, canUndo: body.canUndo })
    case 'pending':
      return wait(ctx, ticketId, body)
    case 'open':
    case 'group':
      return attend(ctx, ticketId, body)
    default:
      // Users cannot set `nps` or `lgpd`.
      return refuse('ERR_INVALID_INPUT', { fields: { status: 'status' } })
  }
}

function transfer(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody) {
  const { userId, queueId, msgTransfer, canUndo } = body
  return transferTicket(ctx, ticketId, { userId, queueId, message: msgTransfer ?? '', canUndo })
}

/** Another user gets it; on the user's own ticket it changes the queue. */
function attend(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody) {
  const ticket = findTicketRow(ctx, ticketId)
  if (body.userId && body.userId !== actingUserId(ctx.actor)) {
    return transferTicket(ctx, ticketId, { userId: body.userId, queueId: body.queueId ?? ticket?.queueId })
  }
  const take = ticket && isResolved(ticket) ? reopenTicket : acceptTicket
  const taken = take(ctx, ticketId, { queueId: body.queueId })
  const isOwn = taken.id === ticketId && taken.userId === actingUserId(ctx.actor)
  return isOwn ? changeQueue(ctx, taken, body) : taken
}

function wait(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody) {
  const ticket = getTicket(ctx, ticketId)
  const queueId = body.queueId ?? ticket.queueId
  if (ticket.status !== 'closed' && queueId === ticket.queueId) return returnTicket(ctx, ticketId)
  return transferTicket(ctx, ticketId, { queueId })
}

/** Without a status: changes owner and queue. Closed tickets cannot be reassigned. */
function moveByHand(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody): TicketRow {
  const ticket = getTicket(ctx, ticketId)
  if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
  if (body.userId === undefined || body.userId === ticket.userId) return changeQueue(ctx, ticket, body)
  if (ticket.status === 'closed') refuse('ERR_TICKET_CLOSED')
  return body.userId === null ? wait(ctx, ticketId, body) : attend(ctx, ticketId, body)
}

function changeQueue(ctx: CompanyContext, ticket: TicketRow, { queueId }: UpdateTicketBody): TicketRow {
  if (!queueId || queueId === ticket.queueId) return ticket
  return setTicketQueue(ctx, ticket.id, getChosenQueue(ctx, queueId, ticket.queueId))
}

function setSwitches(ctx: CompanyContext, before: TicketRow, body: UpdateTicketBody): TicketRow {
  if (switchNames.every((name) => body[name] === undefined || body[name] === before[name])) return before
  const { useIntegration, isBot, amount, amountUsedBotQueues } = body
  ctx.db
    .update(ticketTable)
    .set({ useIntegration, isBot, amount, amountUsedBotQueues })
    .where(eq(ticketTable.id, before.id))
    .run()
  const ticket = getTicketRow(ctx, before.id)
  const move = { before: assignmentOf(before), after: assignmentOf(ticket) }
  recordEvent(ctx, 'ticket.updated', { ticketId: ticket.id, contactId: ticket.contactId }, move)
  return ticket
}
