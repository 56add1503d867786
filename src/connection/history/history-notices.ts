import type { HistoryNotice } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { minuteMs } from '../../kernel/time/durations.contract'

/** After this many failures a part is given up. */
const attemptsMax = 6

const statements = perCompany(({ sqlite }) => ({
  note: sqlite.prepare<unknown, [number, string, number, string]>(
    'INSERT INTO history_notice (connection_id, id, created_at, notice) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ),
  due: sqlite.prepare<HistoryNotice, [number, number]>(
    `SELECT id, notice, done, attempts FROM history_notice WHERE connection_id = ? AND retry_at <= ?
     ORDER BY created_at, id LIMIT 1`,
  ),
  any: sqlite.prepare<{ yes: number }, [number]>('SELECT 1 AS yes FROM history_notice WHERE connection_id = ? LIMIT 1'),
  postpone: sqlite.prepare<unknown, [number, number, string]>(
    'UPDATE history_notice SET attempts = attempts + 1, retry_at = ? WHERE connection_id = ? AND id = ?',
  ),
  drop: sqlite.prepare<unknown, [number, string]>('DELETE FROM history_notice WHERE connection_id = ? AND id = ?'),
  progress: sqlite.prepare<unknown, [number, number, string]>(
    'UPDATE history_notice SET done = ? WHERE connection_id = ? AND id = ?',
  ),
  file: sqlite.prepare<unknown, [number, string]>(
    `INSERT INTO history_message (connection_id, id, payload)
     VALUES (?1, (SELECT ifnull(max(id), 0) + 1 FROM history_message WHERE connection_id = ?1), ?2)`,
  ),
  received: sqlite.prepare<unknown, [number, number, number]>(
    'UPDATE message_import SET received = received + ?, received_at = ? WHERE connection_id = ?',
  ),
}))

/** Stores an announced part until it has been read. Joins an open transaction. */
export function noteHistoryNotice(ctx: CompanyContext, connectionId: ConnectionId, id: string, notice: string) {
  statements(ctx.company).note.run(connectionId, id, ctx.now.getTime(), notice)
}

export function nextHistoryNotice(ctx: CompanyContext, connectionId: ConnectionId): HistoryNotice | undefined {
  return statements(ctx.company).due.get(connectionId, ctx.now.getTime()) ?? undefined
}

export function hasHistoryNotices(ctx: CompanyContext, connectionId: ConnectionId) {
  return statements(ctx.company).any.get(connectionId) !== null
}

/** Files messages of a part together with the position, so that reading continues there after a crash. */
export function fileHistory(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { id, payloads, done }: { id: string; payloads: readonly string[]; done: number },
) {
  const { file, progress, received } = statements(ctx.company)
  ctx.transaction(() => {
    for (const payload of payloads) file.run(connectionId, payload)
    progress.run(done, connectionId, id)
    if (payloads.length > 0) received.run(payloads.length, ctx.now.getTime(), connectionId)
  })
}

export function dropHistoryNotice(ctx: CompanyContext, connectionId: ConnectionId, id: string) {
  statements(ctx.company).drop.run(connectionId, id)
}

export function postponeHistoryNotice(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { id, attempts }: HistoryNotice,
) {
  if (attempts + 1 >= attemptsMax) return void dropHistoryNotice(ctx, connectionId, id)
  const afterMs = (minuteMs / 6) * 2 ** attempts
  statements(ctx.company).postpone.run(ctx.now.getTime() + afterMs, connectionId, id)
  return afterMs
}
