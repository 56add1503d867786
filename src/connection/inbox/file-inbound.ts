import { count, eq, sql } from 'drizzle-orm'
import type { InboundEvent } from '../../channel/channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { type connectionTable, inboundEventTable } from '../connection.tables'
import type { MessageImport } from '../history/message-import.queries'
import type { historyMessageTable } from '../history/message-import.tables'

export type ConnectionRow = typeof connectionTable.$inferSelect

/** A later domain's handling of a connection's events, in the current transaction and idempotent. */
export interface Interpreter {
  interpret(ctx: CompanyContext, connection: ConnectionRow, events: readonly InboundEvent[], filedAt?: Date): void
  interpretHistory(
    ctx: CompanyContext,
    connection: ConnectionRow,
    events: readonly InboundEvent[],
    rules: MessageImport | undefined,
  ): void
  /** Whether the error means that an event names something not stored yet, and all other events were applied. */
  isEarly(error: unknown): boolean
}

export const nextIdOf = (table: typeof inboundEventTable | typeof historyMessageTable, of: ConnectionId) =>
  sql<number>`(SELECT ifnull(max(${table.id}), 0) + 1 FROM ${table} WHERE ${table.connectionId} = ${of})`

const { connectionId, id } = inboundEventTable

interface OfConnection {
  connectionId: ConnectionId
}

const statements = {
  file: statement((db, of: OfConnection & { payload: string; createdAt: Date }) =>
    db.insert(inboundEventTable).values({
      connectionId: of.connectionId,
      id: nextIdOf(inboundEventTable, of.connectionId),
      payload: of.payload,
      createdAt: of.createdAt,
    }),
  ),
  /** Reads two entries of the index. Events that wait for another one leave gaps, so that it may be more than are filed. */
  atMost: statement((db, of: OfConnection) => {
    const own = sql`FROM ${inboundEventTable} WHERE ${eq(connectionId, of.connectionId)}`
    return db
      .select({ n: sql<number>`ifnull((SELECT max(${id}) ${own}) - (SELECT min(${id}) ${own}) + 1, 0)` })
      .from(sql`(SELECT 1)`)
  }),
  count: statement((db, of: OfConnection & { max: number }) => {
    const some = db.select({ id }).from(inboundEventTable).where(eq(connectionId, of.connectionId)).limit(of.max)
    return db.select({ n: count() }).from(some.as('some'))
  }),
}

export function fileInbound(ctx: CompanyContext, connectionId: ConnectionId, payloads: readonly string[]) {
  ctx.transaction(() => {
    for (const payload of payloads) statements.file.run(ctx, { connectionId, payload, createdAt: ctx.now })
  })
}

export function isBacklogAbove(ctx: CompanyContext, connectionId: ConnectionId, max: number): boolean {
  const { n = 0 } = statements.atMost.get(ctx, { connectionId }) ?? {}
  return n > max && (statements.count.get(ctx, { connectionId, max: max + 1 })?.n ?? 0) > max
}
