import type { CompanyContext } from '../../kernel/company/company-context'
import { findMedia, mediaUrl } from '../../kernel/file/media-store'
import type { ConnectionPick, ConnectionView } from '../connection.calls'
import { findAbovePlan } from '../above-plan'
import { type ConnectionQueue, listConnectionQueues } from './connection-queues.view'
import { canManageConnections, type Connection, optionsOf } from '../connection.queries'
import { readToken } from './connection-token'
import { findMessageImport } from '../history/message-import.queries'
import { countMissing } from '../inbox/missing-messages'
import { presentMessageImport } from '../history/present-message-import'

export function presentConnectionPick(
  ctx: CompanyContext,
  connection: Connection,
  queues: ConnectionQueue[] = [],
): ConnectionPick {
  const { id, name, channel, status, isDefault } = connection
  const groupAsTicket = connection.groupAsTicket ? 'enabled' : 'disabled'
  return { id, name, channel, status, isDefault, groupAsTicket, queues, companyId: ctx.company.id }
}

export function presentConnection(
  ctx: CompanyContext,
  connection: Connection,
  queues: ConnectionQueue[] = [],
): ConnectionView {
  const { services } = ctx.company
  const options = optionsOf(connection)
  const greeting = findMedia(ctx, connection.greetingMediaId)
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage, timeCreateNewTicket } = connection
  return {
    ...options,
    flowIdsScheduled: options.flowIdsScheduled.join(';'),
    selectedFlowIds: options.flowIdsScheduled,
    ...presentConnectionPick(ctx, connection, queues),
    number: connection.number,
    session: '',
    qrcode: connection.qrcode,
    pairingCode: connection.pairingCode,
    retries: connection.retries,
    retryAt: connection.retryAt === null ? null : new Date(connection.retryAt).toISOString(),
    lastError: connection.lastError,
    abovePlan: findAbovePlan(ctx, connection),
    providerWarning: presentWarning(connection),
    cloudAccount: services.ports.providers[connection.channel]?.accountFacts?.(ctx, connection.id) ?? null,
    missingMessages: countMissing(ctx, connection.id),
    greetingMessage,
    complationMessage,
    outOfHoursMessage,
    ratingMessage,
    timeCreateNewTicket,
    greetingMediaAttachment: greeting ? mediaUrl(greeting.key) : '',
    greetingMediaName: greeting?.name ?? '',
    allowGroup: connection.allowGroup,
    provider: connection.provider,
    schedules: connection.schedules,
    queueIds: queues.map((queue) => queue.id),
    ...presentMessageImport(ctx, findMessageImport(ctx, connection.id)),
    updatedAt: connection.updatedAt.toISOString(),
  }
}

function presentWarning({ warnedAt, providerWarning: text }: Connection) {
  return warnedAt === null ? null : { at: warnedAt.toISOString(), text }
}

export function presentFor(
  ctx: CompanyContext,
  connections: readonly Connection[],
): (ConnectionView | ConnectionPick)[] {
  const queues = listConnectionQueues(ctx)
  const present = canManageConnections(ctx.actor) ? presentConnection : presentConnectionPick
  return connections.map((connection) => present(ctx, connection, queues.get(connection.id)))
}

export function presentOne(ctx: CompanyContext, connection: Connection): ConnectionView | ConnectionPick {
  if (canManageConnections(ctx.actor)) return presentManaged(ctx, connection)
  return presentConnectionPick(ctx, connection, listConnectionQueues(ctx).get(connection.id))
}

export function presentManaged(ctx: CompanyContext, connection: Connection): ConnectionView {
  const view = presentConnection(ctx, connection, listConnectionQueues(ctx).get(connection.id))
  return { ...view, token: readToken(ctx, connection) }
}
