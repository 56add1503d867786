import { connectionMetrics } from './connection-metrics'
import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { connectionPerson } from './connection.person'
import { createAccountHost } from './save/account-host'
import { metaWebhookRoutes } from './webhook/meta-webhook.routes'
import { connectionRoutes } from './connection.routes'
import { endSession, resumeDeletionJob } from './save/delete-connection'
import { enterCompany, supportRoutes } from './host/support.routes'
import { eq, inArray } from 'drizzle-orm'
import { reaction, recordEvent, type RecordedEvent, isEvent } from '../kernel/event/event-log'
import {
  listConnections,
  listConnectionsOfQueue,
  optionsOf,
  findConnection,
  listInboundErrors,
} from './connection.queries'
import { connectionQueueTable, connectionTable } from './connection.tables'
import { followSession, completeMessageImport } from './history/message-import'
import { messageImportTable } from './history/message-import.tables'
import { afterCommit, type CompanyContext, createContext } from '../kernel/company/company-context'
import { type LiveMessage, presentEach, publishNow, type LivePresenter } from '../kernel/live/live'
import { listConnectionQueues } from './save/connection-queues.view'
import { presentConnection, presentConnectionPick, importProgressOf } from './save/present-connection'
import type { LocalJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import type { ImportMessagesEvent } from './connection.calls'
import { connectionControl } from './running/connection-control'
import { hasHistoryNotices } from './history/history-notices'
import { findMessageImport, isImportPaused, type MessageImport } from './history/message-import.queries'
import type { LiveEvents } from '../kernel/live/live-events.contract'
import { countMissing } from './inbox/missing-messages'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import {
  leaveConnection,
  renewConnectionCode,
  requestPairingCode,
  restartConnections,
  tryConnection,
} from './session/whatsapp-session'
import { whatsappSessionCalls } from './session/whatsapp-session.calls'
import {
  allConnectionsCalls,
  connectionCalls,
  supportCalls,
  ConnectionCountView,
  ConnectionPick,
  ConnectionView,
} from './connection.calls'
import { metaWebhookCalls } from './webhook/meta-webhook.calls'
import { countConnectionsOf } from './host/connection-counts'
import { checkAccess } from './running/connection-channel'
import { rebuildAccountIndex } from './save/channel-account'
import { rebuildTokenIndex } from './save/connection-token'
import { isAdmin } from '../kernel/company/actor'
import type { ConnectionId } from '../kernel/ids'
import type { ConnectionStatus } from './connection.contract'

const whatsappSessionLive: LivePresenter = {
  on: (type) => type === 'connection.statusChanged' || type === 'connection.missingChanged',
  present: presentSessions,
}

function presentSessions(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const changed = new Map<number, number>()
  for (const event of events) {
    if (isEvent(event, 'connection.statusChanged') || isEvent(event, 'connection.missingChanged')) {
      changed.set(event.data.connectionId, event.number)
    }
  }
  const rows = ctx.db
    .select()
    .from(connectionTable)
    .where(inArray(connectionTable.id, [...changed.keys()]))
    .all()
  return rows.flatMap(({ id, name, status, updatedAt, ...row }) => {
    const { qrcode, pairingCode, number, retries, lastError } = row
    const retryAt = row.retryAt === null ? null : new Date(row.retryAt).toISOString()
    const statusView = { id, name, status, updatedAt: updatedAt.toISOString() }
    const missingMessages = countMissing(ctx, id)
    const whole = { ...statusView, qrcode, pairingCode, number, retries, retryAt, lastError, missingMessages }
    const messageTo = (topics: string[], session: LiveEvents['whatsappSession']['session']): LiveMessage => ({
      topics,
      event: 'whatsappSession',
      number: changed.get(id) ?? 0,
      data: { action: 'update', session },
    })
    return [messageTo(['plain'], statusView), messageTo(['connections'], whole)]
  })
}

const publishEveryMs = 2_000
/** After this long without another part, the history is complete; the phone may take longer for the first. */
const quietMs = 60_000
const firstPartMs = 300_000

/** Every two seconds. Goes on after a pause, and ends when nothing more arrives. */
const messageImportJob: LocalJob<'connection.messageImport'> = {
  attemptsMax: 50,
  run(ctx, { connectionId }) {
    const row = findMessageImport(ctx, connectionId)
    if (!row || !findConnection(ctx, connectionId)) return
    if (row.state === 'running' && isImportComplete(ctx, row)) completeMessageImport(ctx, connectionId)
    else if (row.state === 'running') {
      publishImport(ctx, { action: 'update', whatsappId: connectionId, status: importProgressOf(ctx, row) })
      // There may be space again.
      if (!isImportPaused(ctx, connectionId)) connectionControl(ctx).wakeInbox(ctx.company.id, connectionId)
      return addMs(ctx.now, publishEveryMs)
    }
    publishImport(ctx, { action: 'refresh', whatsappId: connectionId })
  },
}

function isImportComplete(ctx: CompanyContext, row: MessageImport) {
  // Without the phone the import cannot be complete.
  if (findConnection(ctx, row.connectionId)?.status !== 'CONNECTED') return false
  if (row.filed < row.received || hasHistoryNotices(ctx, row.connectionId)) return false
  const since = row.receivedAt ?? row.startedAt ?? ctx.now
  return ctx.now.getTime() - since.getTime() >= (row.receivedAt ? quietMs : firstPartMs)
}

function publishImport(ctx: CompanyContext, data: ImportMessagesEvent) {
  publishNow(ctx, { topics: ['connections'], event: 'importMessages', data })
}

const connectionLive = presentEach({
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

/** A freed place changes which connections are above the plan. */
function presentAll(ctx: CompanyContext, { number }: RecordedEvent): LiveMessage[] {
  const queues = listConnectionQueues(ctx)
  return listConnections(ctx).map((connection) => ({
    topics: ['connections'],
    event: 'whatsapp',
    number,
    data: { action: 'update', whatsapp: presentConnection(ctx, connection, queues.get(connection.id)) },
  }))
}

const reactions = [
  reaction('queue.deleted', (ctx, { data: { queueId } }) => {
    const offering = new Set<number>(listConnectionsOfQueue(ctx, queueId))
    ctx.db.delete(connectionQueueTable).where(eq(connectionQueueTable.queueId, queueId)).run()
    for (const connection of listConnections(ctx)) {
      const options = optionsOf(connection)
      const redirects = options.sendIdQueue === queueId
      const imports = options.queueIdImportMessages === queueId
      if (!redirects && !imports && !offering.has(connection.id)) continue
      const next = {
        ...options,
        ...(redirects ? { sendIdQueue: null, timeSendQueue: 0 } : {}),
        ...(imports ? { queueIdImportMessages: null } : {}),
      }
      ctx.db.update(connectionTable).set({ options: next }).where(eq(connectionTable.id, connection.id)).run()
      recordEvent(ctx, 'connection.updated', {}, { connectionId: connection.id })
    }
  }),
  reaction('connection.deleted', (ctx, { data }) => {
    afterCommit(ctx, () => void endSession(ctx, data.connectionId))
  }),
  reaction('connection.statusChanged', (ctx, { data }) => followSession(ctx, data.connectionId)),
  reaction('queue.deleted', (ctx, { data: { queueId } }) => {
    ctx.db.update(messageImportTable).set({ queueId: null }).where(eq(messageImportTable.queueId, queueId)).run()
  }),
]

export const connectionDomain = {
  name: 'connection',
  metrics: connectionMetrics,
  calls: { ...allConnectionsCalls, ...connectionCalls, ...metaWebhookCalls, ...supportCalls, ...whatsappSessionCalls },
  views: { ConnectionCountView, ConnectionPick, ConnectionView },
  routes({ guard, superUserGuard, platform }) {
    const app = new Elysia({ name: 'connection' })
      .use(connectionRoutes(guard, superUserGuard, platform))
      .use(supportRoutes(superUserGuard, platform))
      .use(whatsappSessionRoutes(guard))
      .use(metaWebhookRoutes(platform))
    const host = createAccountHost(platform)
    for (const provider of Object.values(platform.ports.providers)) {
      if (provider.routes) app.use(provider.routes(guard, host))
      if (provider.supportRoutes) app.use(provider.supportRoutes(superUserGuard, enterCompany(platform, host)))
    }
    return app
  },
  reactions,
  jobs: { 'connection.messageImport': messageImportJob, 'connection.delete': resumeDeletionJob },
  presenters: [connectionLive, whatsappSessionLive],
  mediaGuards: { connection: () => true },
  topics: (_, actor) => (isAdmin(actor) || actor.allowConnections ? ['connections'] : []),
  recurring: [
    {
      at: '35 4 * * *',
      what: 'check the access to accounts',
      eachCompany: async ({ files }, id) => checkAccess(createContext(await files.ready(id))),
    },
  ],
  onOpen: [rebuildAccountIndex, rebuildTokenIndex, countConnectionsOf],
  person: connectionPerson,
} satisfies Domain

function whatsappSessionRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'whatsapp-session' }).use(guard)
  return answerCalls(app, whatsappSessionCalls, {
    'POST /whatsappsession/:id': ({ ctx, params }) => tryConnection(ctx, params.id),
    'PUT /whatsappsession/:id': ({ ctx, params }) => renewConnectionCode(ctx, params.id),
    'DELETE /whatsappsession/:id': ({ ctx, params }) => leaveConnection(ctx, params.id),
    'POST /whatsappsession/:id/pairing-code': ({ ctx, params, body }) =>
      requestPairingCode(ctx, params.id, body.number),
    'POST /whatsapp-restart/': ({ ctx }) => restartConnections(ctx),
    'GET /whatsapp/:id/inbound-errors': ({ ctx, params }) => listInboundErrors(ctx, params.id),
  })
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'connection.created': { connectionId: number }
    'connection.updated': { connectionId: number }
    'connection.warningEnded': { connectionId: number }
    'connection.messagesImported': { connectionId: number }
    /** Recorded while the connection still exists, so that its session can be closed. */
    'connection.deleted': { connectionId: number; channel: string; name: string }
    /** Pairing codes expire and do not belong in a log. */
    'connection.statusChanged': { connectionId: ConnectionId; status: ConnectionStatus; error?: string }
    'connection.missingChanged': { connectionId: ConnectionId }
  }
}
