import { eq, sql } from 'drizzle-orm'
import type { ChannelDriver, InboundEvent } from '../channel/channel'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { ConnectionId } from '../kernel/ids'
import { connectionTable } from './connection.tables'
import type { MessageImport } from './message-import.queries'

export type ConnectionRow = typeof connectionTable.$inferSelect

/** What a later domain does with a connection's events: in the present transaction, nothing done twice. */
export interface Interpreter {
  interpret(ctx: CompanyContext, connection: ConnectionRow, events: readonly InboundEvent[]): void
  /** Files events of the account's past, so that they disturb nobody. */
  interpretHistory(
    ctx: CompanyContext,
    connection: ConnectionRow,
    events: readonly InboundEvent[],
    rules: MessageImport | undefined,
  ): void
  /** Whether this failure says that the event names something that has not come yet, and all else was done. */
  isEarly(error: unknown): boolean
}

interface FiledRow {
  id: number
  payload: string
  attempts: number
}

/** Rows taken in one transaction: enough to make a burst cheap, few enough not to hold the event loop. */
const batchMax = 200
/** An event whose subject has not come after so many tries, about six hours, names something that never will. */
const earlyAttemptsMax = 8
const hourMs = 3_600_000

const statements = perCompany(({ sqlite, db }) => ({
  file: sqlite.prepare<unknown, [number, string, number]>(
    `INSERT INTO inbound_event (connection_id, id, payload, created_at)
     VALUES (?1, (SELECT ifnull(max(id), 0) + 1 FROM inbound_event WHERE connection_id = ?1), ?2, ?3)`,
  ),
  due: sqlite.prepare<FiledRow, [number, number, number]>(
    `SELECT id, payload, attempts FROM inbound_event WHERE connection_id = ? AND retry_at <= ? ORDER BY id LIMIT ?`,
  ),
  next: sqlite.prepare<{ at: number | null }, [number]>(
    'SELECT min(retry_at) AS at FROM inbound_event WHERE connection_id = ?',
  ),
  count: sqlite.prepare<{ n: number }, [number, number]>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM inbound_event WHERE connection_id = ? LIMIT ?)',
  ),
  remove: sqlite.prepare<unknown, [number, number]>('DELETE FROM inbound_event WHERE connection_id = ? AND id = ?'),
  postpone: sqlite.prepare<unknown, [number, number, string, number, number]>(
    'UPDATE inbound_event SET attempts = ?, retry_at = ?, error = ? WHERE connection_id = ? AND id = ?',
  ),
  connection: db
    .select()
    .from(connectionTable)
    .where(eq(connectionTable.id, sql.placeholder('id')))
    .prepare(),
}))

/** Files what a provider told, durably before it returns, joining the transaction that is open. */
export function fileInbound(ctx: CompanyContext, connectionId: ConnectionId, payloads: readonly string[]) {
  const { file } = statements(ctx.company)
  ctx.transaction(() => {
    for (const payload of payloads) file.run(connectionId, payload, ctx.now.getTime())
  })
}

/** How many rows of the connection are filed; counts no further than `most`. */
export function countFiled(ctx: CompanyContext, connectionId: ConnectionId, most: number) {
  return statements(ctx.company).count.get(connectionId, most)?.n ?? 0
}

/** When the connection next has something to interpret, in ms since 1970; undefined when nothing is filed. */
export function nextInboundAtMs(ctx: CompanyContext, connectionId: ConnectionId) {
  return statements(ctx.company).next.get(connectionId)?.at ?? undefined
}

/**
 * Interprets the oldest filed rows that are due. All in one transaction; when one of them fails, each in its own, so that
 * it stands in nobody's way. What fails stays filed with its error. Answers how many rows were looked at.
 */
export function drainInbox(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  normalise: ChannelDriver['normalise'],
  interpreter: Interpreter,
): number {
  let rows: FiledRow[] = []
  let connection: ConnectionRow | undefined
  const take = (row: FiledRow) => {
    if (connection) takeRow(ctx, connection, row, normalise, interpreter)
  }
  try {
    ctx.transaction(() => {
      // Read within: outside, each question after a write costs a lock and another look at the file.
      rows = statements(ctx.company).due.all(connectionId, ctx.now.getTime(), batchMax)
      if (rows.length > 0) connection = statements(ctx.company).connection.get({ id: connectionId })
      rows.forEach(take)
    })
  } catch (error) {
    if (rows.length === 0) throw error
    for (const row of rows) takeAlone(ctx, connectionId, row, take)
  }
  return connection ? rows.length : 0
}

function takeRow(
  ctx: CompanyContext,
  connection: ConnectionRow,
  row: FiledRow,
  normalise: ChannelDriver['normalise'],
  { interpret, isEarly }: Interpreter,
) {
  const { remove } = statements(ctx.company)
  try {
    interpret(ctx, connection, normalise(row.payload))
  } catch (error) {
    if (!isEarly(error)) throw error
    if (row.attempts + 1 < earlyAttemptsMax) return postpone(ctx, connection.id, row, error)
  }
  remove.run(connection.id, row.id)
}

function takeAlone(ctx: CompanyContext, connectionId: ConnectionId, row: FiledRow, take: (row: FiledRow) => void) {
  try {
    ctx.transaction(() => take(row))
  } catch (error) {
    postpone(ctx, connectionId, row, error)
    ctx.company.services.log.error('An inbound event could not be interpreted and stays filed', {
      company: ctx.company.id,
      inboundEvent: row.id,
      attempts: row.attempts + 1,
      error,
    })
  }
}

function postpone(ctx: CompanyContext, connectionId: ConnectionId, { id, attempts }: FiledRow, error: unknown) {
  const waitMs = Math.min(hourMs, 1000 * 4 ** attempts)
  const words = String(error).slice(0, 500)
  statements(ctx.company).postpone.run(attempts + 1, ctx.now.getTime() + waitMs, words, connectionId, id)
}
