import { type Actor, isAdmin, type UserActor } from '../kernel/actor'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { QueueId, TicketId } from '../kernel/ids'
import { canSeeTicket, type TicketAssignment } from '../ticket/ticket.policy'
import { findTicketRow, type TicketRow } from '../ticket/ticket.queries'

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

/**
 * `e` belongs to the history shown above `s`: it began before, or ended before `s` did. An older ticket that was reopened
 * goes on after newer ones, so the order of their ids alone does not tell.
 */
const isHistoryOf = `e.contact_id = s.contact_id AND e.connection_id = s.connection_id AND e.id <> s.id
  AND (e.id < s.id OR (e.status = 'closed' AND (s.status <> 'closed' OR e.closed_at <= s.closed_at)))`

const statements = perCompany(({ sqlite }) => ({
  history: sqlite.prepare<EarlierTicket, [number]>(
    `SELECT e.id, e.queue_id AS queueId FROM ticket s JOIN ticket e ON ${isHistoryOf} WHERE s.id = ? ORDER BY e.id DESC`,
  ),
  shownBelow: sqlite.prepare<TicketAssignment, [number]>(
    `SELECT s.status, s.user_id AS userId, s.queue_id AS queueId FROM ticket e JOIN ticket s ON ${isHistoryOf}
     WHERE e.id = ? ORDER BY s.id DESC`,
  ),
}))

/** The tickets whose messages one conversation shows: the asked one and, newest first, the earlier ones in sight. */
export function listConversationTickets(ctx: CompanyContext, ticket: TicketRow, selectedQueues: readonly QueueId[]) {
  const earlier = statements(ctx.company)
    .history.all(ticket.id)
    .filter((one) => seesEarlierTicket(ctx.actor, one))
    .filter(({ queueId }) => selectedQueues.length === 0 || selectedQueues.includes(queueId ?? 0))
  return [ticket.id, ...earlier.map(({ id }) => id)]
}

/** The ticket of a message, if the acting person may see the message: on that ticket, or as history of another. */
export function findTicketOfMessage(ctx: CompanyContext, ticketId: TicketId): TicketRow | undefined {
  const ticket = findTicketRow(ctx, ticketId)
  if (!ticket || canSeeTicket(ctx.actor, ticket)) return ticket
  if (!seesEarlierTicket(ctx.actor, ticket)) return undefined
  const showing = statements(ctx.company).shownBelow.all(ticketId)
  return showing.some((one) => canSeeTicket(ctx.actor, one)) ? ticket : undefined
}
