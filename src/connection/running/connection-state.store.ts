import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { keysOf } from '../../kernel/typed-object.contract'
import { type ConnectionState, initialState } from './connection-state'
import '../connection-status.events'
import { connectionTable } from '../connection.tables'

/** The session of an earlier process is gone, but the account's data still applies. */
export function readConnectionState(ctx: CompanyContext, id: ConnectionId): ConnectionState {
  const row = ctx.db.select().from(connectionTable).where(eq(connectionTable.id, id)).get()
  if (!row) return initialState
  const { status, qrcode, pairingCode, lastError, number, lid, retries, retryAt } = row
  return { ...initialState, status, qrcode, pairingCode, lastError, number, lid, retries, retryAt }
}

/**
 * Stores and publishes the displayed state, unless the row already contains it. The row can differ although the state
 * did not change: a process of an older release without folder lock may have written that it was replaced.
 */
export function writeConnectionState(ctx: CompanyContext, id: ConnectionId, state: ConnectionState) {
  const shown = shownOf(state)
  const row = ctx.db.select().from(connectionTable).where(eq(connectionTable.id, id)).get()
  if (!row || keysOf(shown).every((name) => row[name] === shown[name])) return
  ctx.transaction(() => {
    ctx.db
      .update(connectionTable)
      .set({ ...shown, updatedAt: ctx.now })
      .where(eq(connectionTable.id, id))
      .run()
    const error = state.lastError ? { error: state.lastError } : {}
    recordEvent(ctx, 'connection.statusChanged', {}, { connectionId: id, status: state.status, ...error })
  })
}

function shownOf({ codesShown: _codesShown, restarts: _restarts, failures: _failures, ...shown }: ConnectionState) {
  return shown
}
