import { asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserId } from '../kernel/ids'
import { queueTable } from '../queue/queue.tables'
import type { QueuePick } from './present-user'
import { userQueueTable } from './user.tables'

// Lists and sessions show them by name, in order.

export function listUserQueues(ctx: CompanyContext, userId?: UserId): Map<UserId, QueuePick[]> {
  const rows = ctx.db
    .select({ userId: userQueueTable.userId, id: queueTable.id, name: queueTable.name, color: queueTable.color })
    .from(userQueueTable)
    .innerJoin(queueTable, eq(queueTable.id, userQueueTable.queueId))
    .where(userId === undefined ? undefined : eq(userQueueTable.userId, userId))
    .orderBy(asc(queueTable.orderQueue), asc(queueTable.id))
    .all()
  const byUser = new Map<UserId, QueuePick[]>()
  for (const { userId: owner, ...queue } of rows) byUser.set(owner, [...(byUser.get(owner) ?? []), queue])
  return byUser
}
