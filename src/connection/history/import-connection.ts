import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { connectionTable } from '../connection.tables'

export function noteImportedSession(
  ctx: CompanyContext,
  id: ConnectionId,
  { number, lid }: { number: string; lid: string },
  { wanted }: { wanted: boolean },
) {
  const fresh = {
    number,
    lid,
    wanted,
    status: 'DISCONNECTED' as const,
    qrcode: '',
    pairingCode: '',
    lastError: '',
  }
  ctx.transaction(() => {
    ctx.db
      .update(connectionTable)
      .set({ ...fresh, retries: 0, updatedAt: ctx.now })
      .where(eq(connectionTable.id, id))
      .run()
    recordEvent(ctx, 'connection.statusChanged', {}, { connectionId: id, status: fresh.status })
  })
}

/** Connects when the company's lines start the next time. */
export function turnOnConnection(ctx: CompanyContext, id: ConnectionId) {
  ctx.transaction(() => {
    const set = { wanted: true, lastError: '', updatedAt: ctx.now }
    ctx.db.update(connectionTable).set(set).where(eq(connectionTable.id, id)).run()
    recordEvent(ctx, 'connection.statusChanged', {}, { connectionId: id, status: 'DISCONNECTED' })
  })
}
