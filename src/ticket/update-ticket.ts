import { actingUserId } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event-log'
import type { TicketId } from '../kernel/ids'
import { eq } from 'drizzle-orm'
import { acceptTicket } from './accept-ticket'
import { closeTicket } from './close-ticket'
import { reopenTicket } from './reopen-ticket'
import { returnTicket } from './return-ticket'
import { setTicketQueue } from './set-ticket-queue'
import { getChosenQueue } from './ticket-places'
import type { UpdateTicketBody } from './ticket.contract'
import { placeOf } from './ticket.events'
import { canChangeTicket } from './ticket.policy'
import { findTicketRow, getTicket, getTicketRow, type TicketRow } from './ticket.queries'
import { ticketTable } from './ticket.tables'
import { transferTicket } from './transfer-ticket'

/**
 * PUT /tickets/{id} is one call for many commands: which one is meant follows from the status asked for and from
 * `isTransfered`. The command decides whether it is allowed and what comes of it.
 */
export function updateTicket(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody): TicketRow {
  if (body.isTransfered) return transfer(ctx, ticketId, body)
  switch (body.status) {
    case undefined:
      return changeTicket(ctx, ticketId, body)
    case 'closed':
      return closeTicket(ctx, ticketId, { farewell: body.sendFarewellMessage })
    case 'pending':
      return wait(ctx, ticketId, body)
    case 'open':
    case 'group':
      return attend(ctx, ticketId, body)
    default:
      // Whether a rating or a consent is awaited is not for people to say.
      return refuse('ERR_INVALID_INPUT', { fields: { status: 'status' } })
  }
}

function transfer(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody) {
  const { userId, queueId, msgTransfer } = body
  return transferTicket(ctx, ticketId, { userId, queueId, message: msgTransfer ?? '' })
}

/** A closed ticket is reopened, any other accepted; naming somebody else hands it to them. */
function attend(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody) {
  const ticket = findTicketRow(ctx, ticketId)
  if (body.userId && body.userId !== actingUserId(ctx.actor)) {
    return transferTicket(ctx, ticketId, { userId: body.userId, queueId: body.queueId ?? ticket?.queueId })
  }
  const take = ticket?.status === 'closed' ? reopenTicket : acceptTicket
  return take(ctx, ticketId, { queueId: body.queueId })
}

function wait(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody) {
  const ticket = getTicket(ctx, ticketId)
  if (ticket.status !== 'closed') return returnTicket(ctx, ticketId)
  return transferTicket(ctx, ticketId, { queueId: body.queueId ?? ticket.queueId })
}

/** What the conversation's own controls set, without changing hands. */
export function changeTicket(ctx: CompanyContext, ticketId: TicketId, body: UpdateTicketBody): TicketRow {
  return ctx.transaction(() => {
    const before = getTicket(ctx, ticketId)
    if (!canChangeTicket(ctx.actor, before)) refuse('ERR_NO_PERMISSION')
    if (body.queueId) setTicketQueue(ctx, ticketId, getChosenQueue(ctx, body.queueId, before.queueId))
    const { useIntegration, isBot, amount } = body
    if (useIntegration === undefined && isBot === undefined && amount === undefined) return getTicketRow(ctx, ticketId)
    ctx.db.update(ticketTable).set({ useIntegration, isBot, amount }).where(eq(ticketTable.id, ticketId)).run()
    const ticket = getTicketRow(ctx, ticketId)
    const move = { before: placeOf(before), after: placeOf(ticket) }
    recordEvent(ctx, 'ticket.updated', { ticketId, contactId: ticket.contactId }, move)
    return ticket
  })
}
