import { inArray } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isEvent, type RecordedEvent } from '../../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../../kernel/live/live'
import type { LiveEvents } from '../../kernel/live/live-events.contract'
import '../connection-status.events'
import { connectionTable } from '../connection.tables'
import './whatsapp-session.calls'
import { countMissing } from '../inbox/missing-messages'

/** Publishes codes and errors to users who may manage connections, and only the status to all others. */
export const whatsappSessionLive: LivePresenter = {
  on: (type) => type === 'connection.statusChanged' || type === 'connection.missingChanged',
  present,
}

function present(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const changed = new Map<number, number>()
  for (const event of events) {
    if (isEvent(event, 'connection.statusChanged') || isEvent(event, 'connection.missingChanged')) {
      changed.set(event.data.connectionId, event.number)
    }
  }
  const rows = ctx.db
    .select()
    .from(connectionTable)
    .where(inArray(connectionTable.id, [...changed.keys()]))
    .all()
  return rows.flatMap(({ id, name, status, updatedAt, ...row }) => {
    const { qrcode, pairingCode, number, retries, lastError } = row
    const retryAt = row.retryAt === null ? null : new Date(row.retryAt).toISOString()
    const statusView = { id, name, status, updatedAt: updatedAt.toISOString() }
    const missingMessages = countMissing(ctx, id)
    const whole = { ...statusView, qrcode, pairingCode, number, retries, retryAt, lastError, missingMessages }
    const messageTo = (topics: string[], session: LiveEvents['whatsappSession']['session']): LiveMessage => ({
      topics,
      event: 'whatsappSession',
      number: changed.get(id) ?? 0,
      data: { action: 'update', session },
    })
    return [messageTo(['plain'], statusView), messageTo(['connections'], whole)]
  })
}
