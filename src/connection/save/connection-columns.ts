import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, QueueId } from '../../kernel/ids'
import { type ConnectionBody, ConnectionOptions } from '../connection.contract'
import { type Connection, optionsOf } from '../connection.queries'
import { connectionQueueTable } from '../connection.tables'

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
