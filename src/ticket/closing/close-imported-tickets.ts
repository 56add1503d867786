import { and, count, eq, isNull } from 'drizzle-orm'
import { getConnection, canManageConnections } from '../../connection/connection.queries'
import { noteImportedTicketsClosed } from '../../connection/history/message-import'
import { actingUserId } from '../../kernel/company/actor'
import { oneBatch } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { withoutIndex } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import type { ConnectionId, UserId } from '../../kernel/ids'
import { enqueueJob } from '../../kernel/job/jobs'
import { finish } from './close-ticket'
import { findTicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'ticket.closeImported': { userId?: UserId; connectionId: ConnectionId }
  }
}

// A connection has far more closed tickets.
const isWaiting = (connectionId: ConnectionId) =>
  and(
    eq(ticketTable.status, 'pending'),
    eq(withoutIndex(ticketTable.connectionId), connectionId),
    eq(ticketTable.imported, true),
    isNull(ticketTable.userId),
  )

const statements = {
  waiting: statement((db, v: { connectionId: ConnectionId }) =>
    db.select({ id: ticketTable.id }).from(ticketTable).where(isWaiting(v.connectionId)).limit(500),
  ),
  count: statement((db, v: { connectionId: ConnectionId }) =>
    db.select({ n: count() }).from(ticketTable).where(isWaiting(v.connectionId)),
  ),
}

/** Without messages. Returns their number; jobs close the rest of many. @throws Refusal ERR_NO_WAPP_FOUND, ERR_NO_PERMISSION */
export function closeImportedTickets(ctx: CompanyContext, connectionId: ConnectionId): number {
  getConnection(ctx, connectionId)
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const count = statements.count.get(ctx, { connectionId })?.n ?? 0
  closeSomeImported(ctx, connectionId)
  return count
}

export function closeSomeImported(ctx: CompanyContext, connectionId: ConnectionId) {
  oneBatch(ctx, {
    next: () => statements.waiting.all(ctx, { connectionId }),
    work({ id }) {
      const ticket = findTicketRow(ctx, id)
      if (ticket) finish(ctx, ticket, { farewell: false })
    },
    noted({ isMore }) {
      if (isMore) enqueueJob(ctx, 'ticket.closeImported', { userId: actingUserId(ctx.actor), connectionId })
      else noteImportedTicketsClosed(ctx, connectionId)
    },
  })
}
