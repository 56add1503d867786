import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import { getConnection } from '../connection.queries'
import type { InboundErrorsView } from '../session/whatsapp-session.calls'

const shownMax = 100

interface ErrorRow {
  id: number
  error: string
  attempts: number
  retry_at: number
  created_at: number
}

/** Lists provider events that could not be interpreted, oldest first, without their content. */
export function listInboundErrors(ctx: CompanyContext, id: ConnectionId): InboundErrorsView {
  getConnection(ctx, id)
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { sqlite } = ctx.company
  const waiting = sqlite
    .query<{ n: number }, [number]>('SELECT count(*) AS n FROM inbound_event WHERE connection_id = ?')
    .get(id)
  const rows = sqlite
    .query<ErrorRow, [number, number]>(
      `SELECT id, error, attempts, retry_at, created_at FROM inbound_event
       WHERE connection_id = ? AND error IS NOT NULL ORDER BY id LIMIT ?`,
    )
    .all(id, shownMax)
  return {
    waiting: waiting?.n ?? 0,
    errors: rows.map(({ id: rowId, error, attempts, retry_at, created_at }) => ({
      id: rowId,
      error,
      attempts,
      retryAt: new Date(retry_at).toISOString(),
      createdAt: new Date(created_at).toISOString(),
    })),
  }
}
