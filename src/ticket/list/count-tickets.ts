import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { withSnapshot, type CompanyContext } from '../../kernel/company/company-context'
import { lastEventNumber } from '../../kernel/event/event-log'
import { total } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { QueueId, TicketId } from '../../kernel/ids'
import { countInScope } from './count-branches'
import type { TicketCounts } from '../ticket.answers'
import type { CountTicketsQuery } from '../ticket.contract'
import { ticketScope } from './ticket-scope'
import type { TicketStatus } from '../ticket-status'
import type { TicketRow } from '../ticket.queries'
import { ticketCountTable, ticketTable } from '../ticket.tables'

export function countTickets(ctx: CompanyContext, { showAll, queueIds }: CountTicketsQuery): TicketCounts {
  const of = (tab: 'open' | 'pending' | 'group' | 'snoozed') =>
    countInScope(ctx, ticketScope(ctx.actor, { tab, showAll, queueIds }))
  const [open, pending, group, snoozed, lastEvent] = withSnapshot(
    ctx,
    () => [of('open'), of('pending'), of('group'), of('snoozed'), lastEventNumber(ctx)] as const,
  )
  return {
    open: open.tickets,
    pending: pending.tickets,
    group: group.tickets,
    snoozed: snoozed.tickets,
    unread: open.unread + pending.unread + group.unread,
    lastEvent,
  }
}

const counts = ticketCountTable

const statements = {
  byStatus: statement((db) =>
    db
      .select({
        status: counts.status,
        tickets: total(counts.tickets),
        snoozed: total(sql`iif(${counts.snoozed}, ${counts.tickets}, 0)`),
      })
      .from(counts)
      .groupBy(counts.status),
  ),
  before: statement((db, { queueId, since, id }: { queueId: QueueId; since: Date; id: TicketId }) =>
    db
      .select({ n: count() })
      .from(ticketTable)
      .where(
        and(
          eq(ticketTable.queueId, queueId),
          eq(ticketTable.status, 'pending'),
          isNull(ticketTable.userId),
          eq(ticketTable.imported, false),
          isNull(ticketTable.snoozedUntil),
          sql`(ifnull(${ticketTable.queuedAt}, ${ticketTable.createdAt}), ${ticketTable.id}) < (${since}, ${id})`,
        ),
      ),
  ),
}

export function countTicketsByStatus(ctx: CompanyContext): ReadonlyMap<TicketStatus, StatusCount> {
  return new Map(statements.byStatus.all(ctx).map((count) => [count.status, count]))
}

interface StatusCount {
  tickets: number
  snoozed: number
}

/** Snoozed ones do not wait. */
export function countWaitingBefore(ctx: CompanyContext, { id, queueId, queuedAt, createdAt }: TicketRow) {
  const since = queuedAt ?? createdAt
  return queueId === null ? 0 : (statements.before.get(ctx, { queueId, since, id })?.n ?? 0)
}
