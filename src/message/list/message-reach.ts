import { type Actor, isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { QueueId, TicketId } from '../../kernel/ids'
import { type EarlierTicket, listEarlierTickets, listLaterTickets } from '../../ticket/history/ticket-history'
import { canSeeTicket } from '../../ticket/ticket.policy'
import { findTicketRow, type TicketRow } from '../../ticket/ticket.queries'

/** Returns whether the messages of a contact's earlier ticket may be read below a later one that the user may open. */
function seesEarlierTicket(actor: Actor, { queueId }: Pick<EarlierTicket, 'queueId'>) {
  if (isAdmin(actor)) return true
  return actor.allHistoric || (queueId === null ? actor.allTicket : actor.queueIds.includes(queueId))
}

/** The requested ticket, then visible earlier ones, newest first. */
export function listConversationTickets(ctx: CompanyContext, ticket: TicketRow, selectedQueues: readonly QueueId[]) {
  const earlier = listEarlierTickets(ctx, ticket.id)
    .filter((one) => seesEarlierTicket(ctx.actor, one))
    .filter(({ queueId }) => selectedQueues.length === 0 || selectedQueues.includes(queueId ?? 0))
  return [ticket.id, ...earlier.map(({ id }) => id)]
}

export function findTicketOfMessage(ctx: CompanyContext, ticketId: TicketId): TicketRow | undefined {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || canSeeTicket(ctx.actor, ticket)) return ticket
  if (!seesEarlierTicket(ctx.actor, ticket)) return undefined
  return listLaterTickets(ctx, ticketId).some((one) => canSeeTicket(ctx.actor, one)) ? ticket : undefined
}
