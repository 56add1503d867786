import type { CompanyContext } from '../../kernel/company/company-context'
import { findMedia, mediaUrl } from '../../kernel/file/media-store'
import type { ConnectionPick, ConnectionView, ImportProgress } from '../connection.calls'
import { findAbovePlan } from '../above-plan'
import { type ConnectionQueue, listConnectionQueues } from './connection-queues.view'
import { canManageConnections, type Connection, optionsOf } from '../connection.queries'
import { readToken } from './connection-token'
import { findMessageImport, type MessageImport } from '../history/message-import.queries'
import { countMissing } from '../inbox/missing-messages'
import { nextHistoryNoticeAt } from '../history/history-notices'

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

export function importProgressOf(ctx: CompanyContext, row: MessageImport): ImportProgress {
  const { connectionId, state, filed, received, filedAt, since, error } = row
  const date = (filed > 0 ? filedAt : since).toISOString()
  const resumesAt = (state === 'running' && nextHistoryNoticeAt(ctx, connectionId)?.toISOString()) || null
  const counts = received === 0 ? { this: -1, all: -1 } : { this: filed, all: received }
  return { ...counts, date, resumesAt, error }
}

function presentMessageImport(
  ctx: CompanyContext,
  row: MessageImport | undefined,
): Pick<ConnectionView, 'statusImportMessages' | 'messageImport'> {
  const state = row?.state
  if (!row || !state || state === 'canceled') return { statusImportMessages: null, messageImport: null }
  const latest = row.receivedAt ?? row.startedAt
  const running = state === 'running' ? (latest?.toISOString() ?? null) : null
  return {
    statusImportMessages: row.closable && !running ? 'renderButtonCloseTickets' : running,
    messageImport: row.dismissed ? null : { state, ...importProgressOf(ctx, row) },
  }
}
