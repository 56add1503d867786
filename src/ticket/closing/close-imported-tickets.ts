import { canManageConnections } from '../../connection/connection.policy'
import { getConnection } from '../../connection/connection.queries'
import { noteImportedTicketsClosed } from '../../connection/history/message-import'
import { actingUserId } from '../../kernel/company/actor'
import { oneBatch } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import type { ConnectionId, TicketId, UserId } from '../../kernel/ids'
import { enqueueJob } from '../../kernel/job/jobs'
import { finish } from './close-ticket'
import { findTicketRow } from '../ticket.queries'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'ticket.closeImported': { userId?: UserId; connectionId: ConnectionId }
  }
}

// The plus keeps to the index of statuses: a connection has far more closed tickets than are pending.
const statements = perCompany(({ sqlite }) => ({
  waiting: sqlite.prepare<{ id: TicketId }, [number, number]>(
    `SELECT id FROM ticket WHERE status = 'pending' AND +connection_id = ? AND imported = 1 AND user_id IS NULL LIMIT ?`,
  ),
  count: sqlite.prepare<{ n: number }, [number]>(
    `SELECT count(*) AS n FROM ticket
     WHERE status = 'pending' AND +connection_id = ? AND imported = 1 AND user_id IS NULL`,
  ),
}))

/**
 * Closes the pending tickets of an import of old messages without messages to contacts. Returns their number. If they
 * are too many for one turn of the event loop, jobs close the rest.
 * @throws Refusal ERR_NO_WAPP_FOUND, ERR_NO_PERMISSION
 */
export function closeImportedTickets(ctx: CompanyContext, connectionId: ConnectionId): number {
  getConnection(ctx, connectionId)
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const count = statements(ctx.company).count.get(connectionId)?.n ?? 0
  closeSomeImported(ctx, connectionId)
  return count
}

/** Closes one batch and adds a job for the rest. */
export function closeSomeImported(ctx: CompanyContext, connectionId: ConnectionId) {
  oneBatch(ctx, {
    next: () => statements(ctx.company).waiting.all(connectionId, 500),
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
