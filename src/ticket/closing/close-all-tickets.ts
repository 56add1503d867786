import { and, isNull, or, sql } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { inList } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { QueueId, TicketId, UserId } from '../../kernel/ids'
import { enqueueJob } from '../../kernel/job/jobs'
import { oneBatch } from '../../kernel/company/batches'
import { finish } from './close-ticket'
import { statusesOnTab, type TicketStatus } from '../ticket-status'
import { canCloseAllTickets } from '../ticket.policy'
import { findTicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'ticket.closeAll': { userId?: UserId; status: TicketStatus; ticketIds: TicketId[] }
  }
}

type Requested = { statuses: readonly TicketStatus[]; queueIds: readonly QueueId[]; withoutQueue: boolean }

const listIds = statement((db, v: Requested) => {
  const { id, status, queueId, snoozedUntil } = ticketTable
  const isInQueues = or(inList(queueId, v.queueIds), and(isNull(queueId), sql`${v.withoutQueue}`))
  return db
    .select({ id })
    .from(ticketTable)
    .where(and(inList(status, v.statuses), isNull(snoozedUntil), isInQueues))
})

/** Without messages; queue 0 means none. Snoozed ones stay. Returns their number; jobs close the rest of many. */
export function closeAllTickets(
  ctx: CompanyContext,
  { status, queueIds }: { status: 'open' | 'pending' | 'group'; queueIds: readonly QueueId[] },
) {
  if (!canCloseAllTickets(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const values = { statuses: statusesOnTab(status), queueIds, withoutQueue: queueIds.includes(0) }
  const ids = listIds.all(ctx, values).map(({ id }) => id)
  closeSome(ctx, status, ids)
  return ids.length
}

/** Closes one batch and adds a job for the rest. Skips tickets that have changed since the request. */
export function closeSome(ctx: CompanyContext, status: TicketStatus, ids: readonly TicketId[]) {
  oneBatch<TicketId>(ctx, {
    next: (_, done) => ids.slice(done),
    work(id) {
      const ticket = findTicketRow(ctx, id)
      if (ticket && statusesOnTab(status).includes(ticket.status)) finish(ctx, ticket, { farewell: false })
    },
    noted({ done }) {
      const ticketIds = ids.slice(done)
      const userId = actingUserId(ctx.actor)
      if (ticketIds.length > 0) enqueueJob(ctx, 'ticket.closeAll', { userId, status, ticketIds })
    },
  })
}
