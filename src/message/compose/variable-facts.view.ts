import type { CompanyContext } from '../../kernel/company/company-context'
import type { TicketId } from '../../kernel/ids'

// A join, because variables come from a ticket, its contact, owner, queue and connection.

export interface VariableFacts {
  name: string
  number: string
  user: string | null
  queue: string | null
  connection: string | null
  createdAt: number
}

export function findVariableFacts(ctx: CompanyContext, ticketId: TicketId) {
  return ctx.company.sqlite
    .query<VariableFacts, [number]>(
      `SELECT contact.name, contact.number, user.name AS user, queue.name AS queue, connection.name AS connection,
         ticket.created_at AS createdAt
       FROM ticket JOIN contact ON contact.id = ticket.contact_id
       LEFT JOIN user ON user.id = ticket.user_id LEFT JOIN queue ON queue.id = ticket.queue_id
       LEFT JOIN connection ON connection.id = ticket.connection_id WHERE ticket.id = ?`,
    )
    .get(ticketId)
}
