import type { RecordedEvent } from '../kernel/event/event-log'
import type { CompanyContext } from '../kernel/company/company-context'
import { type LiveMessage, presentEach } from '../kernel/live/live'
import '../platform/invoice/subscription.live'
import './connection.calls'
import './connection.events'
import { listConnectionQueues } from './save/connection-queues.view'
import { findConnection, listConnections } from './connection.queries'
import { presentConnection, presentConnectionPick } from './save/present-connection'

export const connectionLive = presentEach({
  'connection.created': presentOne,
  'connection.updated': presentOne,
  'connection.deleted': (ctx, event) => [
    {
      topics: ['all'],
      event: 'whatsapp',
      number: event.number,
      data: { action: 'delete', whatsappId: event.data.connectionId },
    },
    ...presentAll(ctx, event),
  ],
  'subscription.changed': presentAll,
  'subscription.paid': presentAll,
})

function presentOne(
  ctx: CompanyContext,
  { number, data }: RecordedEvent<'connection.created' | 'connection.updated'>,
): LiveMessage[] {
  const connection = findConnection(ctx, data.connectionId)
  if (!connection) return []
  const queues = listConnectionQueues(ctx).get(connection.id)
  const pick = presentConnectionPick(ctx, connection, queues)
  const whole = presentConnection(ctx, connection, queues)
  return [
    { topics: ['plain'], event: 'whatsapp', number, data: { action: 'update', whatsapp: pick } },
    { topics: ['connections'], event: 'whatsapp', number, data: { action: 'update', whatsapp: whole } },
  ]
}

/** A freed place or another plan changes which connections are above the plan. */
function presentAll(ctx: CompanyContext, { number }: RecordedEvent): LiveMessage[] {
  const queues = listConnectionQueues(ctx)
  return listConnections(ctx).map((connection) => ({
    topics: ['connections'],
    event: 'whatsapp',
    number,
    data: { action: 'update', whatsapp: presentConnection(ctx, connection, queues.get(connection.id)) },
  }))
}
