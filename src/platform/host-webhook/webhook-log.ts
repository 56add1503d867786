import { desc, eq, getTableColumns, notInArray } from 'drizzle-orm'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'
import { webhookLogTable } from '../webhook-log.tables'

export type LoggedAttempt = Omit<typeof webhookLogTable.$inferSelect, 'id'>

const kept = 500
const trimmedEach = 100

export function logAttempt({ catalog }: Platform, attempt: LoggedAttempt) {
  const { deliveryId: _, ...changes } = attempt
  const { id } = catalog.db
    .insert(webhookLogTable)
    .values(attempt)
    .onConflictDoUpdate({ target: webhookLogTable.deliveryId, set: changes })
    .returning({ id: webhookLogTable.id })
    .get()
  if (id % trimmedEach !== 0) return
  const newest = catalog.db
    .select({ id: webhookLogTable.id })
    .from(webhookLogTable)
    .orderBy(desc(webhookLogTable.attemptedAt))
  catalog.db
    .delete(webhookLogTable)
    .where(notInArray(webhookLogTable.id, newest.limit(kept)))
    .run()
}

export function listLoggedAttempts(platform: Platform, limit: number) {
  return platform.catalog.db
    .select({ ...getTableColumns(webhookLogTable), companyName: companyTable.name })
    .from(webhookLogTable)
    .leftJoin(companyTable, eq(companyTable.id, webhookLogTable.companyId))
    .orderBy(desc(webhookLogTable.attemptedAt), desc(webhookLogTable.id))
    .limit(limit)
    .all()
}

export function findLoggedAttempt({ catalog }: Platform, id: number) {
  return catalog.db.select().from(webhookLogTable).where(eq(webhookLogTable.id, id)).get()
}
