import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId, QueueId } from '../../kernel/ids'
import { listConnections, listConnectionsOfQueue } from '../connection.queries'
import { setConnectionQueues } from './connection-columns'
import { listQueuesOfConnection } from './connection-queues.view'

/** @throws Refusal ERR_INVALID_INPUT for an unknown connection, or several queues without a greeting */
export function setConnectionsOfQueue(ctx: CompanyContext, queueId: QueueId, connectionIds: readonly ConnectionId[]) {
  const wanted = new Set(connectionIds)
  const present = new Set(listConnectionsOfQueue(ctx, queueId))
  const connections = listConnections(ctx)
  const known = new Set(connections.map(({ id }) => id))
  if (!wanted.isSubsetOf(known)) refuse('ERR_INVALID_INPUT', { fields: { connectionIds: 'unknown' } })
  for (const { id, greetingMessage } of connections) {
    if (wanted.has(id) === present.has(id)) continue
    const others = listQueuesOfConnection(ctx, id)
      .map((queue) => queue.id)
      .filter((other) => other !== queueId)
    if (wanted.has(id) && others.length > 0 && !greetingMessage.trim()) {
      refuse('ERR_INVALID_INPUT', { fields: { connectionIds: 'connectionGreets' } })
    }
    setConnectionQueues(ctx, id, wanted.has(id) ? [...others, queueId] : others)
    recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
  }
}
