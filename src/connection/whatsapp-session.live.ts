import { inArray } from 'drizzle-orm'
import { isEvent } from '../kernel/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live'
import './connection-status.events'
import { connectionTable } from './connection.tables'
import { countMissing } from './missing-messages'

/** How a connection stands. Who may manage connections sees its codes and errors, everyone else its status alone. */
export const whatsappSessionLive: LivePresenter = (ctx, events) => {
  const changed = new Map<number, number>()
  for (const event of events) {
    if (isEvent(event, 'connection.statusChanged') || isEvent(event, 'connection.missingChanged')) {
      changed.set(event.data.connectionId, event.number)
    }
  }
  if (changed.size === 0) return []
  const rows = ctx.db
    .select()
    .from(connectionTable)
    .where(inArray(connectionTable.id, [...changed.keys()]))
    .all()
  return rows.flatMap(({ id, name, status, qrcode, pairingCode, number, retries, lastError, updatedAt }) => {
    const reduced = { id, name, status, updatedAt: updatedAt.toISOString() }
    const missingMessages = countMissing(ctx, id)
    const full = { ...reduced, qrcode, pairingCode, number, retries, lastError, missingMessages }
    const told = (topics: string[], session: Record<string, unknown>): LiveMessage => ({
      topics,
      event: 'whatsappSession',
      number: changed.get(id) ?? 0,
      data: { action: 'update', session },
    })
    return [told(['plain'], reduced), told(['connections'], full)]
  })
}
