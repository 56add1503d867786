import { isEvent } from '../kernel/event/event-log'
import type { CompanyContext } from '../kernel/company/company-context'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import '../platform/invoice/subscription.live'
import './connection.calls'
import './connection.events'
import { listConnectionQueues } from './save/connection-queues.view'
import { findConnection, listConnections } from './connection.queries'
import { presentConnection, presentConnectionPick } from './save/present-connection'

export const connectionLive: LivePresenter = (ctx, events) =>
  events.flatMap((event): LiveMessage[] => {
    const { number } = event
    if (isEvent(event, 'connection.deleted')) {
      const { connectionId: whatsappId } = event.data
      return [
        { topics: ['all'], event: 'whatsapp', number, data: { action: 'delete', whatsappId } },
        ...presentAll(ctx, number),
      ]
    }
    if (isEvent(event, 'subscription.changed') || isEvent(event, 'subscription.paid')) return presentAll(ctx, number)
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

/** A freed place or another plan changes which connections are above the plan. */
function presentAll(ctx: CompanyContext, number: number): LiveMessage[] {
  const queues = listConnectionQueues(ctx)
  return listConnections(ctx).map((connection) => ({
    topics: ['connections'],
    event: 'whatsapp',
    number,
    data: { action: 'update', whatsapp: presentConnection(ctx, connection, queues.get(connection.id)) },
  }))
}
