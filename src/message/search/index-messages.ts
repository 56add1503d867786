import { and, gt, lte, max, ne, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { MessageId } from '../../kernel/ids'
import { messageSearchPlaceTable, messageSearchTable, messageTable, transcriptionSearchTable } from '../message.tables'
import { bare } from '../../kernel/database/expressions'

/** Messages indexed together, a few milliseconds of work. */
export const indexedTogether = 256

const { id, body } = messageTable
const progress = (db: BunSQLiteDatabase) =>
  db.select({ id: messageSearchPlaceTable.messageId }).from(messageSearchPlaceTable)

const statements = {
  place: statement(progress),
  newest: statement((db) =>
    db
      .select({ id: max(id) })
      .from(messageTable)
      .where(gt(id, progress(db))),
  ),
  takeIn: statement((db, of: { upToId: MessageId }) =>
    db.insert(messageSearchTable).select(
      db
        .select({ rowid: id, body })
        .from(messageTable)
        .where(and(gt(id, progress(db)), lte(id, of.upToId), ne(body, ''))),
    ),
  ),
  move: statement((db, { messageId }: { messageId: MessageId }) =>
    db.update(messageSearchPlaceTable).set({ messageId }),
  ),
}

export function indexNewMessages(ctx: CompanyContext) {
  const newest = statements.newest.get(ctx)
  if (newest?.id) indexUpTo(ctx, newest.id)
}

/** Up to `count` more messages. Returns whether there were any. */
export function indexNext(ctx: CompanyContext, count: number): boolean {
  const newest = statements.newest.get(ctx)?.id
  if (!newest) return false
  const place = statements.place.get(ctx)?.id ?? 0
  indexUpTo(ctx, Math.min(newest, place + count))
  return true
}

export function indexUpTo(ctx: CompanyContext, newestId: MessageId) {
  ctx.transaction(() => {
    statements.takeIn.run(ctx, { upToId: newestId })
    statements.move.run(ctx, { messageId: newestId })
  })
}

// Virtual tables have no ON CONFLICT.
const transcription = transcriptionSearchTable
const indexSpoken = statement(
  (_, row: typeof transcription.$inferInsert) =>
    sql`INSERT OR REPLACE INTO ${transcription} (${bare(transcription.rowid)}, ${bare(transcription.body)}) VALUES (${row.rowid}, ${row.body})`,
)

/** Requires a transaction. */
export function indexTranscription(ctx: CompanyContext, messageId: MessageId, text: string) {
  indexSpoken.run(ctx, { rowid: messageId, body: text })
}
