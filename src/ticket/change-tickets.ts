import { actingUserId } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { Refusal, refuse } from '../kernel/errors'
import type { TicketId } from '../kernel/ids'
import { changeTags } from '../tag/tag-links'
import { acceptTicket } from './accept-ticket'
import { closeTicket } from './close-ticket'
import { refuseOther } from './refuse-other'
import type { ChangeTicketsBody, TicketsChange } from './ticket.contract'
import type { TicketsChanged } from './ticket.answers'
import { ticketMessages } from './ticket-messages.port'
import { canChangeTicket, isWaiting } from './ticket.policy'
import { getTicket } from './ticket.queries'
import { transferTicket } from './transfer-ticket'
import { undoCloseTicket } from './undo-close-ticket'

/**
 * Does the same with several tickets, each in a transaction of its own and by the rules of the single action. A refused
 * ticket is reported with its error and stays as it is; the others are changed.
 */
export function changeTickets(ctx: CompanyContext, { ids, change }: ChangeTicketsBody): TicketsChanged['results'] {
  return [...new Set(ids)].map((id) => ({ id, error: changeOne(ctx, id, change) }))
}

function changeOne(ctx: CompanyContext, id: TicketId, change: TicketsChange): string | null {
  try {
    ctx.transaction(() => apply(ctx, id, change))
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

function apply(ctx: CompanyContext, id: TicketId, change: TicketsChange): void {
  switch (change.action) {
    case 'accept':
      return accept(ctx, id, change)
    case 'transfer':
      return transfer(ctx, id, change)
    case 'tag':
      return tag(ctx, id, change)
    case 'resolve':
      return void closeTicket(ctx, id, { farewell: change.sendFarewellMessage, canUndo: true })
    case 'undoResolve':
      return void undoCloseTicket(ctx, id)
    case 'read':
      return ticketMessages(ctx).markRead(ctx, getTicket(ctx, id))
  }
}

/** A ticket with a queue keeps it. */
function accept(ctx: CompanyContext, id: TicketId, { queueId }: { queueId?: number | null }) {
  const ticket = getTicket(ctx, id)
  if (!isWaiting(ticket)) refuse('ERR_TICKET_TAKEN')
  const { userId } = acceptTicket(ctx, id, { queueId: ticket.queueId ?? queueId })
  if (userId !== actingUserId(ctx.actor)) refuse('ERR_TICKET_TAKEN')
}

function transfer(
  ctx: CompanyContext,
  id: TicketId,
  { userId, queueId, message }: Extract<TicketsChange, { action: 'transfer' }>,
) {
  const before = getTicket(ctx, id)
  const after = transferTicket(ctx, id, { userId, queueId, message })
  // A closed ticket whose contact has another active one.
  if (before.status === 'closed' && after.id !== id) refuseOther(ctx, after)
}

/** Tags are on the contact, whom several of the tickets may have. */
function tag(ctx: CompanyContext, id: TicketId, { tagId }: { tagId: number }) {
  const ticket = getTicket(ctx, id)
  if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
  changeTags(ctx, ticket.contactId, { add: [tagId], remove: [] })
}
