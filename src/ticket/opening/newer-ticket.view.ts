import { and, desc, eq, gt, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import { userTable } from '../../user/user.tables'
import type { NewerTicket } from '../ticket.answers'
import { canSeeTicket } from '../ticket.policy'
import { ticketTable } from '../ticket.tables'

const newer = alias(ticketTable, 'newer')

// The active ticket may be an older one that was reopened.
const newest = statement((db, v: { id: TicketId }) => {
  const { id, uuid, status, userId, queueId, contactId, connectionId, closedAt } = newer
  const isActive = ne(status, 'closed')
  return db
    .select({ id, uuid, status, userId, queueId, userName: userTable.name, queueName: queueTable.name })
    .from(ticketTable)
    .innerJoin(
      newer,
      and(eq(contactId, ticketTable.contactId), eq(connectionId, ticketTable.connectionId), ne(id, ticketTable.id)),
    )
    .leftJoin(userTable, eq(userTable.id, userId))
    .leftJoin(queueTable, eq(queueTable.id, queueId))
    .where(and(eq(ticketTable.id, v.id), or(isActive, gt(closedAt, ticketTable.closedAt))))
    .orderBy(desc(isActive), desc(closedAt))
    .limit(1)
})

export function findNewerTicket(ctx: CompanyContext, ticketId: TicketId): NewerTicket | null {
  const row = newest.get(ctx, { id: ticketId })
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
