import type { MissingMessage } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import '../connection-status.events'

const statements = perCompany(({ sqlite }) => ({
  note: sqlite.prepare<unknown, [number, string, number, number, string]>(
    `INSERT INTO missing_message (connection_id, provider_id, retry_at, created_at, request)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ),
  resolve: sqlite.prepare<unknown, [number, string]>(
    'DELETE FROM missing_message WHERE connection_id = ? AND provider_id = ?',
  ),
  due: sqlite.prepare<MissingMessage, [number, number, number]>(
    `SELECT provider_id AS providerId, attempts, request FROM missing_message
     WHERE connection_id = ? AND retry_at <= ? ORDER BY retry_at LIMIT ?`,
  ),
  next: sqlite.prepare<{ at: number | null }, [number]>(
    'SELECT min(retry_at) AS at FROM missing_message WHERE connection_id = ?',
  ),
  postpone: sqlite.prepare<unknown, [number, number, string]>(
    `UPDATE missing_message SET attempts = attempts + 1, retry_at = ?
     WHERE connection_id = ? AND provider_id = ?`,
  ),
  count: sqlite.prepare<{ n: number }, [number]>('SELECT count(*) AS n FROM missing_message WHERE connection_id = ?'),
}))

/** Records an unreadable message, to be requested from `retryAtMs` on. Idempotent. */
export function noteMissing(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  missing: { providerId: string; request: string; retryAtMs: number },
) {
  ctx.transaction(() => {
    const { providerId, retryAtMs, request } = missing
    const { changes } = statements(ctx.company).note.run(
      connectionId,
      providerId,
      retryAtMs,
      ctx.now.getTime(),
      request,
    )
    if (changes > 0) recordEvent(ctx, 'connection.missingChanged', {}, { connectionId })
  })
}

/** Records that a missing message arrived. Joins an open transaction. */
export function resolveMissing(ctx: CompanyContext, connectionId: ConnectionId, providerId: string) {
  const { changes } = statements(ctx.company).resolve.run(connectionId, providerId)
  if (changes > 0) recordEvent(ctx, 'connection.missingChanged', {}, { connectionId })
}

export function listDueMissing(ctx: CompanyContext, connectionId: ConnectionId, limit: number): MissingMessage[] {
  return statements(ctx.company).due.all(connectionId, ctx.now.getTime(), limit)
}

export const nextMissingAtMs = (ctx: CompanyContext, connectionId: ConnectionId) =>
  statements(ctx.company).next.get(connectionId)?.at ?? undefined

/** Records a request, to be repeated from `retryAtMs` on. */
export function postponeMissing(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  providerId: string,
  retryAtMs: number,
) {
  statements(ctx.company).postpone.run(retryAtMs, connectionId, providerId)
}

export const countMissing = (ctx: CompanyContext, connectionId: ConnectionId) =>
  statements(ctx.company).count.get(connectionId)?.n ?? 0
