import { and, eq, isNull } from 'drizzle-orm'
import { connectionQueueTable } from '../../connection/connection.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, QueueId, UserId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import { userQueueTable } from '../../user/user.tables'

// Joined, because the order depends on the queue, the owner's queues and the connection's.
const queueOf = statement((db, v: { ownerId: UserId; connectionId: ConnectionId }) => {
  const { connectionId, queueId } = connectionQueueTable
  return db
    .select({ id: queueTable.id })
    .from(userQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, userQueueTable.queueId))
    .leftJoin(connectionQueueTable, and(eq(queueId, queueTable.id), eq(connectionId, v.connectionId)))
    .where(eq(userQueueTable.userId, v.ownerId))
    .orderBy(isNull(queueId), queueTable.orderQueue, queueTable.id)
    .limit(1)
})

/** Offered by the connection, else the first. */
export function findWalletQueue(
  ctx: CompanyContext,
  ownerId: UserId,
  connectionId: ConnectionId | null,
): QueueId | undefined {
  return queueOf.get(ctx, { ownerId, connectionId: connectionId ?? 0 })?.id
}
