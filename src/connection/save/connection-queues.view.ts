import { asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import type { ConnectionPick } from '../connection.calls'
import { connectionQueueTable } from '../connection.tables'

// Joined, because menus and lists show a connection's queues by name and in menu order.
export type ConnectionQueue = ConnectionPick['queues'][number]

const { connectionId, queueId } = connectionQueueTable
const queue = { id: queueTable.id, name: queueTable.name, color: queueTable.color }
const menuOrder = [asc(queueTable.orderQueue), asc(queueTable.id)]

export function listConnectionQueues(ctx: CompanyContext): Map<ConnectionId, ConnectionQueue[]> {
  const rows = ctx.db
    .select({ connectionId, ...queue })
    .from(connectionQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, queueId))
    .orderBy(...menuOrder)
    .all()
  const byConnection = new Map<ConnectionId, ConnectionQueue[]>()
  for (const { connectionId, ...queue } of rows) {
    byConnection.set(connectionId, [...(byConnection.get(connectionId) ?? []), queue])
  }
  return byConnection
}

const queuesOfOne = statement((db, of: { connectionId: ConnectionId }) =>
  db
    .select(queue)
    .from(connectionQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, queueId))
    .where(eq(connectionId, of.connectionId))
    .orderBy(...menuOrder),
)

export function listQueuesOfConnection(ctx: CompanyContext, id: ConnectionId): ConnectionQueue[] {
  return queuesOfOne.all(ctx, { connectionId: id })
}
