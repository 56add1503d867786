import type { ChannelDriver } from '../channel/channel'
import { runWithinBudget } from '../kernel/batches'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { ConnectionId } from '../kernel/ids'
import { getConnection } from './connection.queries'
import { fileInbound, type Interpreter } from './inbox'
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
  remove: sqlite.prepare<unknown, [number, number]>('DELETE FROM history_message WHERE connection_id = ? AND id <= ?'),
  filed: sqlite.prepare<unknown, [number, number, number, number]>(
    `UPDATE message_import SET filed = filed + ?, filed_at = ?, newest_at = max(newest_at, ?) WHERE connection_id = ?`,
  ),
}))

/**
 * Files the next messages of an account's past, as many as one short turn allows. Returns how many were taken. What cannot
 * be interpreted goes the way of arriving events, where it stays with its error.
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
  const take = (row: Waiting) => interpretHistory(ctx, connection, normalise(row.payload), rules)
  try {
    return takeSome(ctx, connectionId, rows, { take, normalise })
  } catch {
    return takeAlone(ctx, connectionId, rows, { take, normalise })
  }
}

/** Each in its own transaction, so that the one that fails stands in nobody's way. */
function takeAlone(ctx: CompanyContext, connectionId: ConnectionId, rows: readonly Waiting[], taking: Taking) {
  const put = (row: Waiting) => fileInbound(ctx, connectionId, [row.payload])
  for (const row of rows) {
    try {
      takeSome(ctx, connectionId, [row], taking)
    } catch {
      takeSome(ctx, connectionId, [row], { ...taking, take: put })
    }
  }
  return rows.length
}

interface Taking {
  take(row: Waiting): void
  normalise: ChannelDriver['normalise']
}

function takeSome(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  rows: readonly Waiting[],
  { take, normalise }: Taking,
) {
  const { remove, filed } = statements(ctx.company)
  return ctx.transaction(() => {
    const done = runWithinBudget(ctx, rows, take)
    const times = rows.slice(0, done).flatMap(({ payload }) => timesOf(normalise(payload)))
    remove.run(connectionId, rows[done - 1]?.id ?? 0)
    filed.run(done, times.at(-1) ?? 0, Math.max(0, ...times), connectionId)
    return done
  })
}

const timesOf = (events: ReturnType<ChannelDriver['normalise']>) =>
  events.flatMap((event) => (event.type === 'message' ? [event.atMs] : []))
