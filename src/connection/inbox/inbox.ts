import type { InboundEvent } from '../../channel/channel'
import type { ChannelDriver } from '../../channel/channel-driver'
import { attempt, type CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { hourMs } from '../../kernel/time/durations.contract'
import { findConnection } from '../connection.queries'
import type { connectionTable } from '../connection.tables'
import type { MessageImport } from '../history/message-import.queries'

type ConnectionRow = typeof connectionTable.$inferSelect

/** A later domain's handling of a connection's events, in the current transaction and idempotent. */
export interface Interpreter {
  interpret(ctx: CompanyContext, connection: ConnectionRow, events: readonly InboundEvent[]): void
  interpretHistory(
    ctx: CompanyContext,
    connection: ConnectionRow,
    events: readonly InboundEvent[],
    rules: MessageImport | undefined,
  ): void
  /** Whether the error means that an event names something not stored yet, and all other events were applied. */
  isEarly(error: unknown): boolean
}

interface Interpretation {
  /** Reads the connection's channel's form of a payload. */
  normalise: ChannelDriver['normalise']
  interpreter: Interpreter
}

interface FiledRow {
  id: number
  payload: string
  attempts: number
}

/** Rows per transaction: enough to make bursts cheap. */
const batchMax = 200
/** A transaction ends after this time, because a row may be a message that starts bots. */
const batchMs = 10
/** After this many attempts, about six hours, the missing subject will never arrive. */
const earlyAttemptsMax = 8

const statements = perCompany(({ sqlite }) => ({
  file: sqlite.prepare<unknown, [number, string, number]>(
    `INSERT INTO inbound_event (connection_id, id, payload, created_at)
     VALUES (?1, (SELECT ifnull(max(id), 0) + 1 FROM inbound_event WHERE connection_id = ?1), ?2, ?3)`,
  ),
  due: sqlite.prepare<FiledRow, [number, number, number]>(
    `SELECT id, payload, attempts FROM inbound_event WHERE connection_id = ? AND retry_at <= ? ORDER BY id LIMIT ?`,
  ),
  waiting: sqlite.prepare<unknown, [number, number]>(
    'SELECT 1 FROM inbound_event WHERE connection_id = ? AND retry_at <= ? LIMIT 1',
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
}))

export function fileInbound(ctx: CompanyContext, connectionId: ConnectionId, payloads: readonly string[]) {
  const { file } = statements(ctx.company)
  ctx.transaction(() => {
    for (const payload of payloads) file.run(connectionId, payload, ctx.now.getTime())
  })
}

/**
 * Interprets an event in the transaction that would file it, which saves a transaction and the row. If it fails or
 * must wait for earlier events, it is filed instead. Durable before it returns; joins an open transaction. Returns
 * whether something was filed and must be drained.
 */
export function receiveInbound(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  payload: string,
  interpretation: Interpretation,
): 'taken' | 'filed' {
  return ctx.transaction(() => {
    if (isTakenAtOnce(ctx, connectionId, payload, interpretation)) return 'taken'
    fileInbound(ctx, connectionId, [payload])
    return 'filed'
  })
}

function isTakenAtOnce(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  payload: string,
  { normalise, interpreter }: Interpretation,
) {
  const { waiting } = statements(ctx.company)
  if (waiting.get(connectionId, ctx.now.getTime())) return false
  try {
    const events = normalise(payload)
    // The inbox reads history notices.
    if (events.some(({ type }) => type === 'historyNotice')) return false
    const row = findConnection(ctx, connectionId)
    if (!row) return false
    attempt(ctx, () => interpreter.interpret(ctx, row, events))
    return true
  } catch (error) {
    // Rolls back an outer transaction; otherwise the inbox retries and keeps the error.
    if (!ctx.company.sqlite.inTransaction) throw error
    return false
  }
}

export function countFiled(ctx: CompanyContext, connectionId: ConnectionId, limit: number) {
  return statements(ctx.company).count.get(connectionId, limit)?.n ?? 0
}

export function nextInboundAtMs(ctx: CompanyContext, connectionId: ConnectionId) {
  return statements(ctx.company).next.get(connectionId)?.at ?? undefined
}

/**
 * Interprets the oldest due rows in one transaction or, if one fails, each in its own. Failing rows stay filed with
 * their error. Returns the number of rows processed.
 */
export function drainInbox(ctx: CompanyContext, connectionId: ConnectionId, interpretation: Interpretation): number {
  let rows: FiledRow[] = []
  let connection: ConnectionRow | undefined
  const take = (row: FiledRow) => {
    if (connection) processRow(ctx, connection, row, interpretation)
  }
  const takeAlone = (row: FiledRow) => processAlone(ctx, connectionId, row, take)
  let done = 0
  try {
    ctx.transaction(() => {
      // Read inside the transaction, because outside each query after a write locks and checks the file again.
      rows = statements(ctx.company).due.all(connectionId, ctx.now.getTime(), batchMax)
      if (rows.length > 0) connection = findConnection(ctx, connectionId)
      done = takeUntil(performance.now() + batchMs, rows, take)
    })
  } catch (error) {
    if (rows.length === 0) throw error
    done = takeUntil(performance.now() + batchMs, rows, takeAlone)
  }
  return connection ? done : 0
}

/** Takes rows until the time is over, at least one. Returns how many were taken. */
function takeUntil(endMs: number, rows: readonly FiledRow[], take: (row: FiledRow) => void) {
  for (const [index, row] of rows.entries()) {
    take(row)
    if (performance.now() > endMs) return index + 1
  }
  return rows.length
}

function processRow(
  ctx: CompanyContext,
  connection: ConnectionRow,
  row: FiledRow,
  { normalise, interpreter }: Interpretation,
) {
  const { remove } = statements(ctx.company)
  try {
    interpreter.interpret(ctx, connection, normalise(row.payload))
  } catch (error) {
    if (!interpreter.isEarly(error)) throw error
    if (row.attempts + 1 < earlyAttemptsMax) return postpone(ctx, connection.id, row, error)
  }
  remove.run(connection.id, row.id)
}

function processAlone(ctx: CompanyContext, connectionId: ConnectionId, row: FiledRow, take: (row: FiledRow) => void) {
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
  const message = String(error).slice(0, 500)
  statements(ctx.company).postpone.run(attempts + 1, ctx.now.getTime() + waitMs, message, connectionId, id)
}
