import { and, gt, lte, max, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { MessageId } from '../../kernel/ids'
import { messageSearchPlaceTable, messageSearchTable, messageTable } from '../message.tables'

/** Messages indexed together, a few milliseconds of work. */
export const indexedTogether = 256

const { id, body } = messageTable

const statements = {
  progress: statement((db) => db.select({ id: messageSearchPlaceTable.messageId }).from(messageSearchPlaceTable)),
  newest: statement((db) => db.select({ id: max(id) }).from(messageTable)),
  takeIn: statement((db, of: { afterId: MessageId; upToId: MessageId }) =>
    db.insert(messageSearchTable).select(
      db
        .select({ rowid: id, body })
        .from(messageTable)
        .where(and(gt(id, of.afterId), lte(id, of.upToId), ne(body, ''))),
    ),
  ),
  move: statement((db, { messageId }: { messageId: MessageId }) =>
    db.update(messageSearchPlaceTable).set({ messageId }),
  ),
}

export function indexNewMessages(ctx: CompanyContext) {
  const newestId = statements.newest.get(ctx)?.id ?? 0
  if (newestId > (statements.progress.get(ctx)?.id ?? 0)) indexUpTo(ctx, newestId)
}

export function indexUpTo(ctx: CompanyContext, newestId: MessageId) {
  ctx.transaction(() => {
    statements.takeIn.run(ctx, { afterId: statements.progress.get(ctx)?.id ?? 0, upToId: newestId })
    statements.move.run(ctx, { messageId: newestId })
  })
}
