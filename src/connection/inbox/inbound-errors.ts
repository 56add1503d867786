import { and, asc, count, eq, isNotNull } from 'drizzle-orm'
import { isAdmin } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ConnectionId } from '../../kernel/ids'
import { getConnection } from '../connection.queries'
import { inboundEventTable } from '../connection.tables'
import type { InboundErrorsView } from '../session/whatsapp-session.calls'

const shownMax = 100

export function listInboundErrors(ctx: CompanyContext, connectionId: ConnectionId): InboundErrorsView {
  getConnection(ctx, connectionId)
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { id, error, attempts, retryAt, createdAt } = inboundEventTable
  const isOfConnection = eq(inboundEventTable.connectionId, connectionId)
  const rows = ctx.db
    .select({ id, error, attempts, retryAt, createdAt })
    .from(inboundEventTable)
    .where(and(isOfConnection, isNotNull(error)))
    .orderBy(asc(id))
    .limit(shownMax)
    .all()
  return {
    waiting: ctx.db.select({ n: count() }).from(inboundEventTable).where(isOfConnection).get()?.n ?? 0,
    errors: rows.map(({ error, retryAt, createdAt, ...row }) => ({
      ...row,
      error: error ?? '',
      retryAt: retryAt.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
  }
}
