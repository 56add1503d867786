import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { QueueId, TicketId } from '../../kernel/ids'
import type { TicketAssignment } from '../ticket.policy'

export interface EarlierTicket {
  id: TicketId
  queueId: QueueId | null
}

/**
 * `e` belongs to the history shown above `s`: it started before, or ended before `s` did. A reopened older ticket
 * continues after newer ones, so the order of ids is not enough.
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

/** The contact's earlier tickets, shown above this one, newest first. */
export function listEarlierTickets(ctx: CompanyContext, ticketId: TicketId): EarlierTicket[] {
  return statements(ctx.company).history.all(ticketId)
}

/** The tickets above which this one is shown, newest first. */
export function listLaterTickets(ctx: CompanyContext, ticketId: TicketId): TicketAssignment[] {
  return statements(ctx.company).shownBelow.all(ticketId)
}
