import { isEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import './connection.calls'
import './connection.events'
import { listConnectionQueues } from './save/connection-queues.view'
import { findConnection } from './connection.queries'
import { presentConnection, presentConnectionPick } from './save/present-connection'

export const connectionLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const { number } = event
    if (isEvent(event, 'connection.deleted')) {
      const { connectionId: whatsappId } = event.data
      return [{ topics: ['all'], event: 'whatsapp', number, data: { action: 'delete', whatsappId } }]
    }
    if (!isEvent(event, 'connection.created') && !isEvent(event, 'connection.updated')) return []
    const connection = findConnection(ctx, event.data.connectionId)
    if (!connection) return []
    const queues = listConnectionQueues(ctx).get(connection.id)
    const pick = presentConnectionPick(ctx, connection, queues)
    const whole = presentConnection(ctx, connection, queues)
    return [
      { topics: ['plain'], event: 'whatsapp', number, data: { action: 'update', whatsapp: pick } },
      { topics: ['connections'], event: 'whatsapp', number, data: { action: 'update', whatsapp: whole } },
    ]
  })
