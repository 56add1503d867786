import { and, asc, eq, lt, lte, min } from 'drizzle-orm'
import type { ChannelDriver } from '../../channel/channel-driver'
import { afterCommit, attempt, type CompanyContext } from '../../kernel/company/company-context'
import { stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import { histogram } from '../../kernel/metrics'
import { addMs } from '../../kernel/time/clock'
import { hourMs } from '../../kernel/time/durations.contract'
import { findConnection } from '../connection.queries'
import { connectionTable, inboundEventTable } from '../connection.tables'
import { drainHistory } from '../history/drain-history'
import { hasHistoryNotices } from '../history/history-notices'
import { isImportPaused } from '../history/message-import.queries'
import { createLoop } from '../../kernel/job/loop'
import { type ConnectionRow, fileInbound, type Interpreter } from './file-inbound'

interface Interpretation {
  normalise: ChannelDriver['normalise']
  interpreter: Interpreter
}

interface ConnectionInboxOptions extends Interpretation {
  connectionId: ConnectionId
  context(): CompanyContext
  readHistory(): void
  onFailure(message: string, error: unknown): void
}

type FiledRow = Pick<typeof inboundEventTable.$inferSelect, 'id' | 'payload' | 'attempts'> & { filedMs: number }

export const inboundTimes = histogram(
  'recado_inbound_seconds',
  'From the arrival of a provider’s event, such as a message, in the main thread until its effects are published.',
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
)

/** Makes bursts cheap. */
const batchMax = 200
/** A row may be a message that starts bots. Batches are short while other work needs the event loop. */
const batchMs = { alone: 10, shared: 2 }
/** A longer pause between two batches shows that other work needs the event loop. */
const gapMs = 1
/** After this many attempts, about six hours, the missing subject will never arrive. */
const earlyAttemptsMax = 8

const { connectionId, id, payload, attempts, createdAt, retryAt } = inboundEventTable

interface OfConnection {
  connectionId: ConnectionId
}
interface Due extends OfConnection {
  now: Date
}
interface OfRow extends OfConnection {
  id: number
}

const isDue = (of: Due) => and(eq(connectionId, of.connectionId), lte(retryAt, of.now))
const isRow = (of: OfRow) => and(eq(connectionId, of.connectionId), eq(id, of.id))

const statements = {
  due: statement((db, of: Due) =>
    db
      .select({ id, payload, attempts, filedMs: stored(createdAt) })
      .from(inboundEventTable)
      .where(isDue(of))
      .orderBy(asc(id))
      .limit(batchMax),
  ),
  waiting: statement((db, of: Due) => db.select({ id }).from(inboundEventTable).where(isDue(of)).limit(1)),
  next: statement((db, of: OfConnection) =>
    db
      .select({ at: min(retryAt) })
      .from(inboundEventTable)
      .where(eq(connectionId, of.connectionId)),
  ),
  remove: statement((db, of: OfRow) => db.delete(inboundEventTable).where(isRow(of))),
  postpone: statement((db, of: OfRow & { attempts: number; retryAt: Date; error: string }) =>
    db.update(inboundEventTable).set({ attempts: of.attempts, retryAt: of.retryAt, error: of.error }).where(isRow(of)),
  ),
}

export function createConnectionInbox(options: ConnectionInboxOptions) {
  const { connectionId, context, normalise, interpreter, onFailure } = options
  let isAlone = true
  let drainedMs = Infinity
  const inbox = createLoop(drain, (error) => onFailure('The inbox of a connection failed', error))
  const history = createLoop(fileHistory, (error) => onFailure('The past of a connection could not be filed', error))

  /** A single event is interpreted as it is filed; several are interpreted together, which costs less. */
  function file(payloads: readonly string[]) {
    const [payload, second] = payloads
    if (!payload) return
    if (isAlone && second === undefined) {
      isAlone = false
      setImmediate(() => (isAlone = true))
      if (receiveInbound(context(), connectionId, payload, options) === 'taken') return
    } else fileInbound(context(), connectionId, payloads)
    inbox.wake()
  }

  async function drain(): Promise<number | undefined> {
    const ctx = context()
    const maxMs = performance.now() - drainedMs > gapMs ? batchMs.shared : batchMs.alone
    const done = drainInbox(ctx, connectionId, options, maxMs)
    drainedMs = done > 0 ? performance.now() : Infinity
    if (done > 0) {
      if (hasHistoryNotices(ctx, connectionId)) options.readHistory()
      return 0
    }
    const nextMs = nextInboundAtMs(ctx, connectionId)
    return nextMs === undefined ? undefined : Math.max(1, nextMs - ctx.now.getTime())
  }

  async function fileHistory() {
    if (isImportPaused(context(), connectionId)) return undefined
    return drainHistory(context(), connectionId, normalise, interpreter) ? 0 : undefined
  }

  function wake() {
    inbox.wake()
    history.wake()
    if (hasHistoryNotices(context(), connectionId)) options.readHistory()
  }

  inbox.wake()
  history.wake()
  return {
    file,
    wake,
    historyFiled: history.wake,
    async end() {
      await Promise.all([inbox.end(), history.end()])
    },
  }
}

/** Saves the row and a transaction; files what fails or must wait. Joins an open transaction. Returns whether to drain. */
export function receiveInbound(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  payload: string,
  interpretation: Interpretation,
): 'taken' | 'filed' {
  const beganMs = performance.now()
  return ctx.transaction(() => {
    if (isTakenAtOnce(ctx, connectionId, payload, interpretation)) {
      afterCommit(ctx, () => inboundTimes.observe((performance.now() - beganMs) / 1000))
      return 'taken'
    }
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
    // Rolls back an outer transaction; otherwise the inbox retries.
    if (!ctx.company.sqlite.inTransaction) throw error
    return false
  }
}

export function nextInboundAtMs(ctx: CompanyContext, connectionId: ConnectionId) {
  return statements.next.get(ctx, { connectionId })?.at?.getTime()
}

/** In one transaction or, if one fails, each in its own. Returns the number of rows. */
export function drainInbox(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  interpretation: Interpretation,
  maxMs = batchMs.alone,
): number {
  let rows: FiledRow[] = []
  let connection: ConnectionRow | undefined
  const take = (row: FiledRow) => {
    if (connection) processRow(ctx, connection, row, interpretation)
  }
  const takeAlone = (row: FiledRow) => processAlone(ctx, connectionId, row, take)
  let done = 0
  try {
    ctx.transaction(() => {
      // Inside, because a query after a write locks and checks the file again.
      rows = statements.due.all(ctx, { connectionId, now: ctx.now })
      if (rows.length > 0) connection = findConnection(ctx, connectionId)
      done = takeUntil(performance.now() + maxMs, rows, take)
    })
  } catch (error) {
    if (rows.length === 0) throw error
    done = takeUntil(performance.now() + maxMs, rows, takeAlone)
  }
  return connection ? done : 0
}

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
    interpreter.interpret(ctx, connection, normalise(row.payload), new Date(row.filedMs))
  } catch (error) {
    if (!interpreter.isEarly(error)) throw error
    if (row.attempts + 1 < earlyAttemptsMax) return void postpone(ctx, connection.id, row, error)
  }
  statements.remove.run(ctx, { connectionId: connection.id, id: row.id })
  // Later attempts waited for something else.
  if (row.attempts === 0) afterCommit(ctx, () => inboundTimes.observe(Math.max(0, Date.now() - row.filedMs) / 1000))
}

function processAlone(ctx: CompanyContext, connectionId: ConnectionId, row: FiledRow, take: (row: FiledRow) => void) {
  try {
    ctx.transaction(() => take(row))
  } catch (error) {
    const { attempts } = postpone(ctx, connectionId, row, error)
    ctx.company.services.log.error('An inbound event could not be interpreted and stays filed', {
      company: ctx.company.id,
      inboundEvent: row.id,
      attempts,
      error,
    })
  }
}

function postpone(ctx: CompanyContext, connectionId: ConnectionId, { id, attempts }: FiledRow, error: unknown) {
  const waitMs = Math.min(hourMs, 1000 * 4 ** attempts)
  const failed = { attempts: attempts + 1, retryAt: addMs(ctx.now, waitMs), error: String(error).slice(0, 500) }
  statements.postpone.run(ctx, { connectionId, id, ...failed })
  return failed
}

const advance = statement((db, of: { id: ConnectionId; at: Date }) =>
  db
    .update(connectionTable)
    .set({ lastMessageAt: of.at })
    .where(and(eq(connectionTable.id, of.id), lt(connectionTable.lastMessageAt, of.at))),
)

export function noteConnectionSawMessage(ctx: CompanyContext, id: ConnectionId, at: Date) {
  advance.run(ctx, { id, at })
}
