import { and, asc, count, eq, lte, min, sql } from 'drizzle-orm'
import type { InboundEvent } from '../../channel/channel'
import type { ChannelDriver } from '../../channel/channel-driver'
import { attempt, type CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { addMs } from '../../kernel/time/clock'
import { hourMs } from '../../kernel/time/durations.contract'
import { findConnection } from '../connection.queries'
import { type connectionTable, inboundEventTable } from '../connection.tables'
import type { MessageImport } from '../history/message-import.queries'
import type { historyMessageTable } from '../history/message-import.tables'

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

type FiledRow = Pick<typeof inboundEventTable.$inferSelect, 'id' | 'payload' | 'attempts'>

/** Rows per transaction: enough to make bursts cheap. */
const batchMax = 200
/** A transaction ends after this time, because a row may be a message that starts bots. */
const batchMs = 10
/** After this many attempts, about six hours, the missing subject will never arrive. */
const earlyAttemptsMax = 8

const { connectionId, id, payload, attempts, retryAt } = inboundEventTable

interface OfConnection {
  connectionId: ConnectionId
}
interface Due extends OfConnection {
  now: Date
}
interface OfRow extends OfConnection {
  id: number
}

/** The id of a row to insert. */
export const nextIdOf = (table: typeof inboundEventTable | typeof historyMessageTable, of: ConnectionId) =>
  sql<number>`(SELECT ifnull(max(${table.id}), 0) + 1 FROM ${table} WHERE ${table.connectionId} = ${of})`

const isDue = (of: Due) => and(eq(connectionId, of.connectionId), lte(retryAt, of.now))
const isRow = (of: OfRow) => and(eq(connectionId, of.connectionId), eq(id, of.id))

const statements = {
  file: statement((db, of: OfConnection & { payload: string; createdAt: Date }) =>
    db.insert(inboundEventTable).values({
      connectionId: of.connectionId,
      id: nextIdOf(inboundEventTable, of.connectionId),
      payload: of.payload,
      createdAt: of.createdAt,
    }),
  ),
  due: statement((db, of: Due) =>
    db.select({ id, payload, attempts }).from(inboundEventTable).where(isDue(of)).orderBy(asc(id)).limit(batchMax),
  ),
  waiting: statement((db, of: Due) => db.select({ id }).from(inboundEventTable).where(isDue(of)).limit(1)),
  next: statement((db, of: OfConnection) =>
    db
      .select({ at: min(retryAt) })
      .from(inboundEventTable)
      .where(eq(connectionId, of.connectionId)),
  ),
  count: statement((db, of: OfConnection & { max: number }) => {
    const some = db.select({ id }).from(inboundEventTable).where(eq(connectionId, of.connectionId)).limit(of.max)
    return db.select({ n: count() }).from(some.as('some'))
  }),
  remove: statement((db, of: OfRow) => db.delete(inboundEventTable).where(isRow(of))),
  postpone: statement((db, of: OfRow & { attempts: number; retryAt: Date; error: string }) =>
    db.update(inboundEventTable).set({ attempts: of.attempts, retryAt: of.retryAt, error: of.error }).where(isRow(of)),
  ),
}

export function fileInbound(ctx: CompanyContext, connectionId: ConnectionId, payloads: readonly string[]) {
  ctx.transaction(() => {
    for (const payload of payloads) statements.file.run(ctx, { connectionId, payload, createdAt: ctx.now })
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
  if (statements.waiting.get(ctx, { connectionId, now: ctx.now })) return false
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
  return statements.count.get(ctx, { connectionId, max: limit })?.n ?? 0
}

export function nextInboundAtMs(ctx: CompanyContext, connectionId: ConnectionId) {
  return statements.next.get(ctx, { connectionId })?.at?.getTime()
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
      rows = statements.due.all(ctx, { connectionId, now: ctx.now })
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
  try {
    interpreter.interpret(ctx, connection, normalise(row.payload))
  } catch (error) {
    if (!interpreter.isEarly(error)) throw error
    if (row.attempts + 1 < earlyAttemptsMax) return postpone(ctx, connection.id, row, error)
  }
  statements.remove.run(ctx, { connectionId: connection.id, id: row.id })
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
  const failed = { attempts: attempts + 1, retryAt: addMs(ctx.now, waitMs), error: String(error).slice(0, 500) }
  statements.postpone.run(ctx, { connectionId, id, ...failed })
}
