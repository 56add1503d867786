import { channelRules } from '../../channel/channel-rules.contract'
import { eq } from 'drizzle-orm'
import { dayMs } from '../../kernel/time/durations.contract'
import { addDays } from '../../kernel/time/calendar-days'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { requireRoomForFiles } from '../../kernel/file/room-for-files'
import type { ConnectionId } from '../../kernel/ids'
import { boundsOfDay, localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { bringJobForward, enqueueJob } from '../../kernel/job/jobs'
import { type Connection, getConnection, optionsOf, canManageConnections } from '../connection.queries'
import { connectionTable } from '../connection.tables'
import { dropHistoryNotices, fileHistory } from './history-notices'
import { findMessageImport, isImporting } from './message-import.queries'
import { messageImportTable } from './message-import.tables'
import { noteConnectionSawMessage } from '../inbox/inbox'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'connection.messageImport': { connectionId: ConnectionId }
  }
}

const noImport = { enableImportMessage: false, importOldMessages: null, importRecentMessages: null }

/** Starts at the next pairing. Joins an open transaction. @throws Refusal as `requireRoomForFiles` */
export function requestMessageImport(ctx: CompanyContext, connection: Connection) {
  requireRoomForFiles(ctx.company)
  const options = optionsOf(connection)
  const zone = timeZoneOf(ctx)
  const today = localDay(ctx.now, zone)
  store(ctx, connection.id, {
    since: new Date(boundsOfDay(options.importOldMessages ?? today, zone).startMs),
    until: new Date(boundsOfDay(options.importRecentMessages ?? addDays(today, 1), zone).endMs),
    withGroups: options.importOldMessagesGroups,
    queueId: options.queueIdImportMessages,
    closes: options.closedTicketsPostImported,
    seenAt: connection.lastMessageAt,
  })
}

type Rules = Pick<
  typeof messageImportTable.$inferInsert,
  'since' | 'until' | 'withGroups' | 'queueId' | 'closes' | 'seenAt'
>

function store({ db }: CompanyContext, connectionId: ConnectionId, rules: Rules) {
  const fresh = {
    ...rules,
    state: 'waiting' as const,
    received: 0,
    dismissed: false,
    error: '',
    filed: 0,
    newestAt: new Date(0),
    filedAt: new Date(0),
    startedAt: null,
    receivedAt: null,
  }
  db.insert(messageImportTable)
    .values({ connectionId, ...fresh })
    .onConflictDoUpdate({ target: messageImportTable.connectionId, set: fresh })
    .run()
}

const pushedDays = 180

/** Starts an import unless one is under way. */
export function filePushedHistory(ctx: CompanyContext, id: ConnectionId, payloads: readonly string[]) {
  ctx.transaction(() => {
    const row = findMessageImport(ctx, id)
    const sinceLastMs = ctx.now.getTime() - (row?.receivedAt?.getTime() ?? 0)
    // A user stopped it.
    if (row?.state === 'stopped' && sinceLastMs < dayMs) return
    if (row?.state !== 'running') {
      if (row?.state !== 'waiting') {
        const { lastMessageAt: seenAt } = getConnection(ctx, id)
        const [since, until] = [new Date(ctx.now.getTime() - pushedDays * dayMs), ctx.now]
        store(ctx, id, { since, until, withGroups: false, queueId: null, closes: true, seenAt })
      }
      start(ctx, id)
    }
    fileHistory(ctx, id, { id: '', payloads, done: 0 })
  })
}

export function cancelMessageImport(ctx: CompanyContext, id: ConnectionId) {
  const row = findMessageImport(ctx, id)
  if (row?.state === 'running') stopMessageImport(ctx, id)
  else if (row?.state === 'waiting') {
    // Tickets of an earlier import can still be closed.
    set(ctx, id, row.closable ? { state: 'done', dismissed: true } : { state: 'canceled' })
  }
}

/** Or dismisses an ended one. @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND */
export function removeMessageImport(ctx: CompanyContext, id: ConnectionId) {
  ctx.transaction(() => {
    const connection = getConnection(ctx, id)
    if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
    const row = findMessageImport(ctx, id)
    if (!row) return
    if (isImporting(row)) {
      cancelMessageImport(ctx, id)
      clearFields(ctx, connection)
    } else set(ctx, id, { dismissed: true })
    recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
  })
}

/** Otherwise the next edit would start the import again. */
function clearFields(ctx: CompanyContext, connection: Connection) {
  const options = { ...optionsOf(connection), ...noImport }
  ctx.db.update(connectionTable).set({ options }).where(eq(connectionTable.id, connection.id)).run()
}

/** Starts and stops imports in the transaction that stores the session's state. */
export function followSession(ctx: CompanyContext, id: ConnectionId) {
  const row = findMessageImport(ctx, id)
  if (!isImporting(row)) return
  const { status, number, lastError, channel } = getConnection(ctx, id)
  if (row.state === 'waiting' && status === 'CONNECTED') start(ctx, id)
  else if (row.state === 'running') {
    const isUnpaired =
      (number === '' && channelRules[channel].history === 'phone') || (status === 'DISCONNECTED' && lastError === '')
    if (isUnpaired) stopMessageImport(ctx, id)
  }
}

function start(ctx: CompanyContext, id: ConnectionId) {
  set(ctx, id, { state: 'running', startedAt: ctx.now })
  enqueueJob(ctx, 'connection.messageImport', { connectionId: id }, { dedupeKey: jobKeyOf(id) })
  recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
}

function stopMessageImport(ctx: CompanyContext, id: ConnectionId) {
  end(ctx, id, 'stopped')
  bringJobForward(ctx, jobKeyOf(id))
}

export const completeMessageImport = (ctx: CompanyContext, id: ConnectionId) => end(ctx, id, 'done')

function end(ctx: CompanyContext, id: ConnectionId, state: 'done' | 'stopped') {
  ctx.transaction(() => {
    const row = findMessageImport(ctx, id)
    const connection = getConnection(ctx, id)
    if (!row) return
    set(ctx, id, { state, closable: !row.closes && row.filed > 0 })
    clearFields(ctx, connection)
    // The phone goes on sending; the provider is not asked any more.
    if (channelRules[connection.channel].history === 'provider') dropHistoryNotices(ctx, id)
    const newest = Math.min(row.newestAt.getTime(), ctx.now.getTime())
    if (newest > 0) noteConnectionSawMessage(ctx, id, new Date(newest))
    recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
    recordEvent(ctx, 'connection.messagesImported', {}, { connectionId: id })
  })
}

export function noteImportedTicketsClosed(ctx: CompanyContext, id: ConnectionId) {
  ctx.transaction(() => {
    set(ctx, id, { closable: false })
    recordEvent(ctx, 'connection.updated', {}, { connectionId: id })
  })
}

function set(ctx: CompanyContext, id: ConnectionId, values: Partial<typeof messageImportTable.$inferInsert>) {
  ctx.db.update(messageImportTable).set(values).where(eq(messageImportTable.connectionId, id)).run()
}

const jobKeyOf = (id: ConnectionId) => `connection.messageImport ${id}`
