import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { total } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { QueueId } from '../../kernel/ids'
import type { TicketStatus } from '../../ticket/ticket-status'
import { ticketCountTable, ticketTable } from '../../ticket/ticket.tables'
import { userQueueTable, userTable } from '../../user/user.tables'

// Who pauses gets nothing. A join, because the router compares all members of a queue by their tickets at once.
const members = statement((db, { queueId }: { queueId: QueueId }) => {
  const { id, lastSeenAt, pause } = userTable
  const { status, userId, tickets } = ticketCountTable
  const load = db
    .select({ tickets: total(tickets) })
    .from(ticketCountTable)
    .where(and(inArray(status, ['open', 'pending']), eq(userId, id)))
  const changedAt = (status: TicketStatus) =>
    db
      .select({ at: max(ticketTable.updatedAt) })
      .from(ticketTable)
      .where(and(eq(ticketTable.userId, id), eq(ticketTable.status, status)))
  return db
    .select({
      id,
      lastSeenAt,
      load: sql<number>`${load}`,
      busyAt: sql<number>`max(ifnull(${changedAt('open')}, 0), ifnull(${changedAt('closed')}, 0))`,
    })
    .from(userQueueTable)
    .innerJoin(userTable, eq(id, userQueueTable.userId))
    .where(and(eq(userQueueTable.queueId, queueId), isNull(pause)))
})

export type Member = ReturnType<typeof members.all>[number]

export const listQueueMembers = (ctx: CompanyContext, queueId: QueueId) => members.all(ctx, { queueId })
