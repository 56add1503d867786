import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { QueueId, TicketId, UserId } from '../../kernel/ids'
import type { NewerTicket } from '../ticket.answers'
import { canSeeTicket } from '../ticket.policy'
import type { TicketStatus } from '../ticket-status'

interface Row {
  id: TicketId
  uuid: string
  status: TicketStatus
  userId: UserId | null
  queueId: QueueId | null
  userName: string | null
  queueName: string | null
}

// Joined, because the answer names the owner and the queue of another ticket. The active ticket may be an older one that was reopened.
const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<Row, [number]>(
    `SELECT n.id, n.uuid, n.status, n.user_id AS userId, n.queue_id AS queueId, u.name AS userName, q.name AS queueName
     FROM ticket t JOIN ticket n ON n.contact_id = t.contact_id AND n.connection_id = t.connection_id AND n.id <> t.id
     LEFT JOIN user u ON u.id = n.user_id LEFT JOIN queue q ON q.id = n.queue_id
     WHERE t.id = ? AND (n.status <> 'closed' OR n.closed_at > t.closed_at)
     ORDER BY n.status <> 'closed' DESC, n.closed_at DESC LIMIT 1`,
  ),
)

/** The ticket in which the contact's conversation continued after a closed one; null if there is none. */
export function findNewerTicket(ctx: CompanyContext, ticketId: TicketId): NewerTicket | null {
  const row = newest(ctx.company).get(ticketId)
  if (!row) return null
  const { id, uuid, status, userName, queueName } = row
  return {
    id,
    uuid: canSeeTicket(ctx.actor, row) ? uuid : null,
    status,
    user: userName === null ? null : { name: userName },
    queue: queueName === null ? null : { name: queueName },
  }
}
