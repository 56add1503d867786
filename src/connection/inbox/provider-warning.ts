import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { findConnection } from '../connection.queries'
import { connectionTable } from '../connection.tables'

const textMax = 500

export function noteProviderWarning(ctx: CompanyContext, connectionId: ConnectionId, text: string) {
  write(ctx, connectionId, { providerWarning: text.slice(0, textMax), warnedAt: ctx.now })
}

/** Clears the warning, because its reason is gone. Returns whether there was one. */
export function endProviderWarning(ctx: CompanyContext, connectionId: ConnectionId): boolean {
  return ctx.transaction(() => {
    if (!clearProviderWarning(ctx, connectionId)) return false
    recordEvent(ctx, 'connection.warningEnded', {}, { connectionId })
    return true
  })
}

/** Somebody decided to continue. Returns whether there was one. */
export function clearProviderWarning(ctx: CompanyContext, connectionId: ConnectionId): boolean {
  if (!findConnection(ctx, connectionId)?.warnedAt) return false
  write(ctx, connectionId, { providerWarning: '', warnedAt: null })
  return true
}

function write(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  warning: { providerWarning: string; warnedAt: Date | null },
) {
  ctx.transaction(() => {
    ctx.db.update(connectionTable).set(warning).where(eq(connectionTable.id, connectionId)).run()
    recordEvent(ctx, 'connection.updated', {}, { connectionId })
  })
}
