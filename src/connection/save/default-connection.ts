import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import '../connection.events'
import { findDefaultConnection } from '../connection.queries'
import { connectionTable } from '../connection.tables'

/** Makes it the company's only default. A unique index requires removing the previous one first. */
export function makeDefault(ctx: CompanyContext, id: ConnectionId) {
  const former = findDefaultConnection(ctx)
  if (former?.id === id) return
  if (former) {
    ctx.db.update(connectionTable).set({ isDefault: false }).where(eq(connectionTable.id, former.id)).run()
    recordEvent(ctx, 'connection.updated', {}, { connectionId: former.id })
  }
  ctx.db.update(connectionTable).set({ isDefault: true }).where(eq(connectionTable.id, id)).run()
}
