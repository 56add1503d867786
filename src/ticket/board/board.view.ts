import { and, count, desc, eq, notExists, type SQL, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { indexedBy, stored, total } from '../../kernel/database/expressions'
import { queryRows } from '../../kernel/database/statement'
import type { TagId, TicketId } from '../../kernel/ids'
import { ticketTagTable } from '../../tag/tag.tables'
import { ticketTable } from '../ticket.tables'

// Active statuses are listed, because their index excludes closed tickets. Lanes are sorted by columns of tickets.

const { id, amount, updatedAt } = ticketTable
const { ticketId, tagId, createdAt } = ticketTagTable
const byStatus = indexedBy(ticketTable, 'ticket_list')

export function sumLanes(ctx: CompanyContext, where: SQL | undefined) {
  const sums = ctx.db
    .select({
      tagId: sql<number | null>`${tagId}`,
      tickets: count(),
      amount: total(amount),
      oldestAt: sql<number>`min(ifnull(${createdAt}, ${updatedAt}))`,
    })
    .from(byStatus)
    .leftJoin(ticketTagTable, eq(ticketId, id))
    .where(where)
    .groupBy(tagId)
  return queryRows(ctx, sums)
}

export interface LanePosition {
  id: TicketId
  updatedAt: number
  enteredAt: number | null
}

export function listLane(
  ctx: CompanyContext,
  lane: TagId | null,
  where: SQL | undefined,
  limit: number,
): LanePosition[] {
  const { db } = ctx
  const position = { id, updatedAt: stored(updatedAt), enteredAt: stored(createdAt) }
  const laneTickets =
    lane === null
      ? db
          .select({ ...position, enteredAt: sql<number | null>`NULL` })
          .from(byStatus)
          .where(and(notExists(db.select({ tagId }).from(ticketTagTable).where(eq(ticketId, id))), where))
      : db
          .select(position)
          .from(ticketTagTable)
          .crossJoin(ticketTable)
          .where(and(eq(id, ticketId), eq(tagId, lane), where))
  return queryRows(ctx, laneTickets.orderBy(desc(updatedAt), desc(id)).limit(limit))
}
