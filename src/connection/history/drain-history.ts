import type { ChannelDriver } from '../../channel/channel-driver'
import { oneBatch } from '../../kernel/company/batches'
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
 * Interprets a bounded number of history messages and returns whether there were any. Uninterpretable ones are moved to the ordinary
 * inbox with their error.
 */
export function drainHistory(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  normalise: ChannelDriver['normalise'],
  { interpretHistory }: Interpreter,
): boolean {
  const rows = statements(ctx.company).oldest.all(connectionId, batchMax)
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
}

function processSome(ctx: CompanyContext, connectionId: ConnectionId, rows: readonly Waiting[], take: Take) {
  const { remove, filed } = statements(ctx.company)
  const times: number[] = []
  oneBatch<Waiting>(ctx, {
    next: (_, done) => rows.slice(done),
    work: (row) => void times.push(...take(row)),
    noted({ last, done }) {
      remove.run(connectionId, last?.id ?? 0)
      filed.run(done, times.at(-1) ?? 0, Math.max(0, ...times), connectionId)
    },
  })
}

const timesOf = (events: ReturnType<ChannelDriver['normalise']>) =>
  events.flatMap((event) => (event.type === 'message' ? [event.atMs] : []))
