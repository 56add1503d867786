import { asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import type { ConnectionPick } from '../connection.calls'
import { connectionQueueTable } from '../connection.tables'

// Joined, because menus and lists show a connection's queues by name and in menu order.
export type ConnectionQueue = ConnectionPick['queues'][number]

/** Returns the queues of every connection, in menu order. */
export function listConnectionQueues(ctx: CompanyContext): Map<ConnectionId, ConnectionQueue[]> {
  const rows = ctx.db
    .select({
      connectionId: connectionQueueTable.connectionId,
      id: queueTable.id,
      name: queueTable.name,
      color: queueTable.color,
    })
    .from(connectionQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, connectionQueueTable.queueId))
    .orderBy(asc(queueTable.orderQueue), asc(queueTable.id))
    .all()
  const byConnection = new Map<ConnectionId, ConnectionQueue[]>()
  for (const { connectionId, ...queue } of rows) {
    byConnection.set(connectionId, [...(byConnection.get(connectionId) ?? []), queue])
  }
  return byConnection
}

const queuesOfOne = perCompany(({ sqlite }) =>
  sqlite.prepare<ConnectionQueue, [number]>(
    `SELECT queue.id, queue.name, queue.color FROM connection_queue JOIN queue ON queue.id = connection_queue.queue_id
     WHERE connection_queue.connection_id = ? ORDER BY queue.order_queue, queue.id`,
  ),
)

/** Returns the queues of one connection, in menu order. */
export function listQueuesOfConnection(ctx: CompanyContext, id: ConnectionId): ConnectionQueue[] {
  return queuesOfOne(ctx.company).all(id)
}
