import { desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { statement } from '../../kernel/database/statement'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'
import { webhookLogTable } from '../webhook-log.tables'

export type LoggedAttempt = Omit<typeof webhookLogTable.$inferSelect, 'id'>

const kept = 500
const droppedAtOnce = 100

const { id, attemptedAt, deliveryId } = webhookLogTable

const dropOldest = statement((db) => {
  const oldest = db.select({ id }).from(webhookLogTable).orderBy(desc(attemptedAt), desc(id))
  return db.delete(webhookLogTable).where(inArray(id, oldest.limit(droppedAtOnce).offset(kept)))
})

declare module '../business/business' {
  interface BusinessNotes {
    'hostWebhook.attempted': AttemptNote
  }
}

type AttemptNote = Omit<LoggedAttempt, 'createdAt' | 'attemptedAt'> & { createdAtMs: number; attemptedAtMs: number }

export function logAttempt({ business }: Platform, { createdAt, attemptedAt, ...attempt }: LoggedAttempt) {
  const times = { createdAtMs: createdAt.getTime(), attemptedAtMs: attemptedAt.getTime() }
  business.note('hostWebhook.attempted', { ...attempt, ...times })
}

export function storeAttempt({ catalog }: Platform, { createdAtMs, attemptedAtMs, ...given }: AttemptNote) {
  const attempt = { ...given, createdAt: new Date(createdAtMs), attemptedAt: new Date(attemptedAtMs) }
  const { deliveryId: _, ...changes } = attempt
  catalog.db.insert(webhookLogTable).values(attempt).onConflictDoUpdate({ target: deliveryId, set: changes }).run()
  dropOldest.run(catalog)
}

export function listLoggedAttempts(platform: Platform, limit: number) {
  return platform.catalog.db
    .select({ ...getTableColumns(webhookLogTable), companyName: companyTable.name })
    .from(webhookLogTable)
    .leftJoin(companyTable, eq(companyTable.id, webhookLogTable.companyId))
    .orderBy(desc(attemptedAt), desc(id))
    .limit(limit)
    .all()
}

export function findLoggedAttempt({ catalog }: Platform, attemptId: number) {
  return catalog.db.select().from(webhookLogTable).where(eq(id, attemptId)).get()
}
