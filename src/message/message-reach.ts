import { type Actor, isAdmin, type UserActor } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import type { QueueId, TicketId } from '../kernel/ids'
import { canSeeTicket } from '../ticket/ticket.policy'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'
import type { TicketStatus } from '../ticket/ticket-status'

interface EarlierTicket {
  id: TicketId
  queueId: QueueId | null
}

/** Whether the messages of a contact's earlier ticket may be read below a later one that the person may open. */
export function seesEarlierTicket(actor: Actor, { queueId }: Pick<EarlierTicket, 'queueId'>) {
  if (isAdmin(actor)) return true
  const person = actor as UserActor
  return person.allHistoric || (queueId === null ? person.allTicket : person.queueIds.includes(queueId))
}

/** The tickets whose messages one conversation shows: the asked one and, newest first, the earlier ones in sight. */
export function listConversationTickets(ctx: CompanyContext, ticket: TicketRow, selectedQueues: readonly QueueId[]) {
  const earlier = ctx.company.sqlite
    .query<EarlierTicket, [number, number | null, number]>(
      `SELECT id, queue_id AS queueId FROM ticket WHERE contact_id = ? AND connection_id = ? AND id < ? ORDER BY id DESC`,
    )
    .all(ticket.contactId, ticket.connectionId, ticket.id)
    .filter((one) => seesEarlierTicket(ctx.actor, one))
    .filter(({ queueId }) => selectedQueues.length === 0 || selectedQueues.includes(queueId ?? 0))
  return [ticket.id, ...earlier.map(({ id }) => id)]
}

/** The ticket of a message, if the acting person may see the message: on that ticket, or below a later one. */
export function findTicketOfMessage(ctx: CompanyContext, ticketId: TicketId): TicketRow | undefined {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || canSeeTicket(ctx.actor, ticket)) return ticket
  if (!seesEarlierTicket(ctx.actor, ticket)) return undefined
  const later = ctx.company.sqlite
    .query<{ status: TicketStatus; userId: number | null; queueId: number | null }, [number, number | null, number]>(
      `SELECT status, user_id AS userId, queue_id AS queueId FROM ticket
       WHERE contact_id = ? AND connection_id = ? AND id > ? ORDER BY id DESC`,
    )
    .all(ticket.contactId, ticket.connectionId, ticketId)
  return later.some((one) => canSeeTicket(ctx.actor, one)) ? ticket : undefined
}
