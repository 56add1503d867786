import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, QueueId } from '../../kernel/ids'
import { type ConnectionBody, ConnectionOptions } from '../connection.contract'
import { type Connection, optionsOf } from '../connection.queries'
import { connectionQueueTable } from '../connection.tables'

/** Converts a stored connection to a body, so that a partial change can be checked as a whole. */
export function bodyOf(connection: Connection, queueIds: QueueId[]): ConnectionBody {
  const { name, channel, isDefault, token, allowGroup, provider, schedules, timeCreateNewTicket } = connection
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = connection
  return {
    ...optionsOf(connection),
    name,
    channel,
    isDefault,
    token,
    allowGroup,
    provider,
    schedules,
    timeCreateNewTicket,
    greetingMessage,
    complationMessage,
    outOfHoursMessage,
    ratingMessage,
    groupAsTicket: connection.groupAsTicket ? 'enabled' : 'disabled',
    queueIds,
  }
}

/** Converts a body to columns, except token and default, which have their own rules. */
export function connectionColumns(body: ConnectionBody) {
  const { name, channel, allowGroup, provider, schedules, timeCreateNewTicket } = body
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = body
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
    groupAsTicket: body.groupAsTicket === 'enabled',
    options: v.parse(ConnectionOptions, body),
  }
}

export function setConnectionQueues(ctx: CompanyContext, connectionId: ConnectionId, queueIds: readonly QueueId[]) {
  ctx.db.delete(connectionQueueTable).where(eq(connectionQueueTable.connectionId, connectionId)).run()
  for (const queueId of new Set(queueIds)) {
    ctx.db.insert(connectionQueueTable).values({ connectionId, queueId }).run()
  }
}
