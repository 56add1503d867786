import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, QueueId } from '../../kernel/ids'
import { type ConnectionBody, ConnectionOptions } from '../connection.contract'
import { type Connection, optionsOf, listConnections, listConnectionsOfQueue } from '../connection.queries'
import { connectionQueueTable } from '../connection.tables'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { listQueuesOfConnection } from './connection-queues.view'

export function bodyOf(connection: Connection, queueIds: QueueId[]): ConnectionBody {
  const { isDefault } = connection
  return {
    ...optionsOf(connection),
    ...sharedFields(connection),
    isDefault,
    groupAsTicket: connection.groupAsTicket ? 'enabled' : 'disabled',
    queueIds,
  }
}

export function connectionColumns(body: ConnectionBody) {
  return {
    ...sharedFields(body),
    groupAsTicket: body.groupAsTicket === 'enabled',
    options: v.parse(ConnectionOptions, body),
  }
}

function sharedFields<Source extends ConnectionBody | Connection>(source: Source) {
  const { name, channel, allowGroup, provider, schedules, timeCreateNewTicket } = source
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = source
  return {
    name,
    channel,
    allowGroup,
    provider,
    schedules,
    timeCreateNewTicket,
    greetingMessage,
    complationMessage,
    outOfHoursMessage,
    ratingMessage,
  }
}

export function setConnectionQueues(ctx: CompanyContext, connectionId: ConnectionId, queueIds: readonly QueueId[]) {
  ctx.db.delete(connectionQueueTable).where(eq(connectionQueueTable.connectionId, connectionId)).run()
  for (const queueId of new Set(queueIds)) {
    ctx.db.insert(connectionQueueTable).values({ connectionId, queueId }).run()
  }
}

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
