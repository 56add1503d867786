import { isEvent } from '../kernel/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live'
import './connection.events'
import { listConnectionQueues } from './connection-queues.view'
import { findConnection } from './connection.queries'
import { presentConnection, presentConnectionPick } from './present-connection'

/**
 * To plain users what a picker needs, then the whole to who may manage connections.
 */
export const connectionLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const { number } = event
    if (isEvent(event, 'connection.deleted')) {
      const data = { action: 'delete', whatsappId: event.data.connectionId }
      return [{ topics: ['all'], event: 'whatsapp', number, data }]
    }
    if (!isEvent(event, 'connection.created') && !isEvent(event, 'connection.updated')) return []
    const connection = findConnection(ctx, event.data.connectionId)
    if (!connection) return []
    const queues = listConnectionQueues(ctx).get(connection.id)
    const pick = { action: 'update', whatsapp: presentConnectionPick(ctx, connection, queues) }
    const whole = { action: 'update', whatsapp: presentConnection(ctx, connection, queues) }
    return [
      { topics: ['plain'], event: 'whatsapp', number, data: pick },
      { topics: ['connections'], event: 'whatsapp', number, data: whole },
    ]
  })
