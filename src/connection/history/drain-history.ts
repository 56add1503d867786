import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { ChannelDriver } from '../../channel/channel-driver'
import { oneBatch } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { getConnection } from '../connection.queries'
import { fileInbound, type Interpreter } from '../inbox/file-inbound'
import { findMessageImport } from './message-import.queries'
import { historyMessageTable, messageImportTable } from './message-import.tables'

const batchMax = 100

type Waiting = Pick<typeof historyMessageTable.$inferSelect, 'id' | 'payload'>

const { connectionId, id, payload } = historyMessageTable
const { filed, newestAt } = messageImportTable

interface OfConnection {
  connectionId: ConnectionId
}

const statements = {
  oldest: statement((db, of: OfConnection) =>
    db
      .select({ id, payload })
      .from(historyMessageTable)
      .where(eq(connectionId, of.connectionId))
      .orderBy(asc(id))
      .limit(batchMax),
  ),
  removeBatch: statement((db, of: OfConnection & { last: number }) =>
    db.delete(historyMessageTable).where(and(eq(connectionId, of.connectionId), lte(id, of.last))),
  ),
  noteFiled: statement((db, of: OfConnection & { done: number; lastAt: Date; newestAt: Date }) =>
    db
      .update(messageImportTable)
      .set({ filed: sql`${filed} + ${of.done}`, filedAt: of.lastAt, newestAt: sql`max(${newestAt}, ${of.newestAt})` })
      .where(eq(messageImportTable.connectionId, of.connectionId)),
  ),
}

/** Returns whether there were any. Uninterpretable ones go to the inbox with their error. */
export function drainHistory(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  normalise: ChannelDriver['normalise'],
  { interpretHistory }: Interpreter,
): boolean {
  const rows = statements.oldest.all(ctx, { connectionId })
  if (rows.length === 0) return false
  const connection = getConnection(ctx, connectionId)
  const rules = findMessageImport(ctx, connectionId)
  const take = (row: Waiting) => {
    const events = normalise(row.payload)
    interpretHistory(ctx, connection, events, rules)
    return timesOf(events)
  }
  try {
    processSome(ctx, connectionId, rows, take)
  } catch {
    processAlone(ctx, connectionId, rows, take)
  }
  return true
}

type Take = (row: Waiting) => number[]

function processAlone(ctx: CompanyContext, connectionId: ConnectionId, rows: readonly Waiting[], take: Take) {
  const put: Take = (row) => {
    fileInbound(ctx, connectionId, [row.payload])
    return []
  }
  for (const row of rows) {
    try {
      processSome(ctx, connectionId, [row], take)
    } catch {
      processSome(ctx, connectionId, [row], put)
    }
  }
}

function processSome(ctx: CompanyContext, connectionId: ConnectionId, rows: readonly Waiting[], take: Take) {
  const times: number[] = []
  oneBatch<Waiting>(ctx, {
    next: (_, done) => rows.slice(done),
    work: (row) => void times.push(...take(row)),
    noted({ last, done }) {
      statements.removeBatch.run(ctx, { connectionId, last: last?.id ?? 0 })
      const lastAt = new Date(times.at(-1) ?? 0)
      statements.noteFiled.run(ctx, { connectionId, done, lastAt, newestAt: new Date(Math.max(0, ...times)) })
    },
  })
}

const timesOf = (events: ReturnType<ChannelDriver['normalise']>) =>
  events.flatMap((event) => (event.type === 'message' ? [event.atMs] : []))
