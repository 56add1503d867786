import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { nextTurn } from '../../kernel/company/batches'
import { Refusal, refuse } from '../../kernel/errors'
import type { TicketId } from '../../kernel/ids'
import { changeTags } from '../../tag/tag-links'
import { acceptTicket } from '../assignment/accept-ticket'
import { closeTicket } from '../closing/close-ticket'
import { refuseOther } from '../opening/refuse-other'
import type { ChangeTicketsBody, TicketsChange } from '../ticket.contract'
import type { TicketsChanged } from '../ticket.answers'
import { canChangeTicket, isWaiting } from '../ticket.policy'
import { getTicket, getTicketRow, ticketMessages } from '../ticket.queries'
import type { TicketStatus } from '../ticket-status'
import { transferTicket } from '../assignment/transfer-ticket'
import { canUndoAssignment, undoAssignment } from '../assignment/undo-assignment'
import { undoCloseTicket } from '../closing/undo-close-ticket'

/** Each by its own rules, transaction and turn of the event loop. Refused ones are reported. */
export async function changeTickets(
  ctx: CompanyContext,
  { ids, change }: ChangeTicketsBody,
): Promise<TicketsChanged['results']> {
  const results: TicketsChanged['results'] = []
  for (const id of new Set(ids)) {
    if (results.length > 0) await nextTurn()
    results.push(changeOne(createContext(ctx.company, ctx.actor), id, change))
  }
  return results
}

function changeOne(ctx: CompanyContext, id: TicketId, change: TicketsChange): TicketsChanged['results'][number] {
  try {
    const before = getTicketRow(ctx, id).status
    ctx.transaction(() => apply(ctx, id, change))
    return { id, error: null, canUndo: canUndo(ctx, id, change, before) }
  } catch (error) {
    if (error instanceof Refusal) return { id, error: error.code, canUndo: false }
    throw error
  }
}

function canUndo(ctx: CompanyContext, id: TicketId, { action }: TicketsChange, before: TicketStatus) {
  if (action === 'accept') return canUndoAssignment(ctx, id, 'ticket.accepted')
  if (action === 'transfer') return canUndoAssignment(ctx, id, 'ticket.transferred')
  // Not by a repeated request, nor by one that a colleague was ahead of.
  return action === 'resolve' && getTicketRow(ctx, id).status !== before
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
    case 'undoAccept':
      return void undoAssignment(ctx, id, 'ticket.accepted')
    case 'undoTransfer':
      return void undoAssignment(ctx, id, 'ticket.transferred')
    case 'read':
      return ticketMessages(ctx).markRead(ctx, getTicket(ctx, id))
  }
}

function accept(ctx: CompanyContext, id: TicketId, { queueId }: { queueId?: number | null }) {
  const ticket = getTicket(ctx, id)
  if (!isWaiting(ticket)) refuse('ERR_TICKET_TAKEN')
  acceptTicket(ctx, id, { queueId: ticket.queueId ?? queueId, canUndo: true })
}

function transfer(
  ctx: CompanyContext,
  id: TicketId,
  { userId, queueId, message }: Extract<TicketsChange, { action: 'transfer' }>,
) {
  const before = getTicket(ctx, id)
  const after = transferTicket(ctx, id, { userId, queueId, message, canUndo: true })
  // The contact has another active ticket.
  if (before.status === 'closed' && after.id !== id) refuseOther(ctx, after)
}

/** Tags belong to the contact, who may have several of the tickets. */
function tag(ctx: CompanyContext, id: TicketId, { tagId }: { tagId: number }) {
  const ticket = getTicket(ctx, id)
  if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
  changeTags(ctx, ticket.contactId, { add: [tagId], remove: [] })
}
