import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, QueueId, UserId } from '../../kernel/ids'

// Joined, because the order depends on the queue, the owner's queues and the connection's.
const queueOf = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number | null]>(
    `SELECT queue.id FROM user_queue JOIN queue ON queue.id = user_queue.queue_id
     LEFT JOIN connection_queue c ON c.queue_id = queue.id AND c.connection_id = ?2
     WHERE user_queue.user_id = ?1 ORDER BY c.queue_id IS NULL, queue.order_queue, queue.id LIMIT 1`,
  ),
)

/** The owner's first queue that the connection offers, else their first queue. */
export function findWalletQueue(
  ctx: CompanyContext,
  ownerId: UserId,
  connectionId: ConnectionId | null,
): QueueId | undefined {
  return queueOf(ctx.company).get(ownerId, connectionId)?.id
}
