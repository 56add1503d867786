import { and, eq, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { connectionTable } from '../../connection/connection.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { messageTable } from '../message.tables'

const { id, connectionId, createdAt, sendAfter, sendState } = messageTable
const isPending = and(eq(connectionId, connectionTable.id), ne(sendState, 'failed'))

/** Through the index of the outbox, up to the first message that is due. */
const outboxes = statement((db, of: { now: Date }) => {
  const isDue = or(isNull(sendAfter), lte(sendAfter, of.now))
  const all = db
    .select({ n: sql`count(*)` })
    .from(messageTable)
    .where(isPending)
  const oldest = db.select({ createdAt }).from(messageTable).where(and(isPending, isDue)).orderBy(id).limit(1)
  return db
    .select({ status: connectionTable.status, n: sql<number>`${all}`, sinceMs: sql<number | null>`${oldest}` })
    .from(connectionTable)
})

export type Outbox = ReturnType<typeof listOutboxes>[number]

/** How many messages each connection has to send, and since when the oldest may be sent. */
export const listOutboxes = (ctx: CompanyContext) => outboxes.all(ctx, { now: ctx.now })
