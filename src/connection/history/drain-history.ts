import type { ChannelDriver } from '../../channel/channel-driver'
import { runWithinBudget } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { getConnection } from '../connection.queries'
import { fileInbound, type Interpreter } from '../inbox/inbox'
import { findMessageImport } from './message-import.queries'

const batchMax = 100

interface Waiting {
  id: number
  payload: string
}

const statements = perCompany(({ sqlite }) => ({
  oldest: sqlite.prepare<Waiting, [number, number]>(
    'SELECT id, payload FROM history_message WHERE connection_id = ? ORDER BY id LIMIT ?',
  ),
  // Of a batch.
  remove: sqlite.prepare<unknown, [number, number]>('DELETE FROM history_message WHERE connection_id = ? AND id <= ?'),
  filed: sqlite.prepare<unknown, [number, number, number, number]>(
    `UPDATE message_import SET filed = filed + ?, filed_at = ?, newest_at = max(newest_at, ?) WHERE connection_id = ?`,
  ),
}))

/**
 * Interprets a bounded number of history messages and returns how many. Uninterpretable ones are moved to the ordinary
 * inbox with their error.
 */
export function drainHistory(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  normalise: ChannelDriver['normalise'],
  { interpretHistory }: Interpreter,
): number {
  const rows = statements(ctx.company).oldest.all(connectionId, batchMax)
  if (rows.length === 0) return 0
  const connection = getConnection(ctx, connectionId)
  const rules = findMessageImport(ctx, connectionId)
  const take = (row: Waiting) => {
    const events = normalise(row.payload)
    interpretHistory(ctx, connection, events, rules)
    return timesOf(events)
  }
  try {
    return processSome(ctx, connectionId, rows, take)
  } catch {
    return processAlone(ctx, connectionId, rows, take)
  }
}

/** Processes one row, and returns the times of its messages in ms since 1970. */
type Take = (row: Waiting) => number[]

/** Each in its own transaction, so that a failing one does not block the others. */
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
  return rows.length
}

function processSome(ctx: CompanyContext, connectionId: ConnectionId, rows: readonly Waiting[], take: Take) {
  const { remove, filed } = statements(ctx.company)
  return ctx.transaction(() => {
    const times: number[] = []
    const done = runWithinBudget(ctx, rows, (row) => void times.push(...take(row)))
    remove.run(connectionId, rows[done - 1]?.id ?? 0)
    filed.run(done, times.at(-1) ?? 0, Math.max(0, ...times), connectionId)
    return done
  })
}

const timesOf = (events: ReturnType<ChannelDriver['normalise']>) =>
  events.flatMap((event) => (event.type === 'message' ? [event.atMs] : []))
