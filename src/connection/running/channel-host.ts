import { eq } from 'drizzle-orm'
import type { Address, ChannelReport, InboundEvent } from '../../channel/channel'
import type { AnnouncedHistory, ChannelHost } from '../../channel/channel-driver'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { connectionTable } from '../connection.tables'
import {
  dropHistoryNotice,
  fileHistory,
  nextHistoryNotice,
  noteHistoryNotice,
  postponeHistoryNotice,
} from '../history/history-notices'
import { findMessageImport, isImporting, isImportPaused } from '../history/message-import.queries'
import {
  listDueMissing,
  nextMissingAtMs,
  noteMissing,
  postponeMissing,
  resolveMissing,
} from '../inbox/missing-messages'

export interface DriverPorts {
  passOn(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent): void
  lastInboundKey(ctx: CompanyContext, connectionId: ConnectionId, of: Address): Record<string, unknown> | undefined
}

interface ChannelHostOptions {
  connectionId: ConnectionId
  context(): CompanyContext
  ports: DriverPorts
  inbox: { file: ChannelHost['file']; historyFiled(): void }
  report(report: ChannelReport): void
}

export function createChannelHost({ connectionId, context, ports, inbox, report }: ChannelHostOptions): ChannelHost {
  return {
    connectionId,
    context,
    report,
    file: inbox.file,
    pass: (event) => ports.passOn(context(), connectionId, event),
    lastInboundKey: (of) => ports.lastInboundKey(context(), connectionId, of),
    accountChanged: () => void recordEvent(context(), 'connection.updated', {}, { connectionId }),
    history: {
      isPaused: () => isImportPaused(context(), connectionId),
      next: () => nextHistoryNotice(context(), connectionId),
      note: (id, notice) => noteHistoryNotice(context(), connectionId, id, notice),
      file: (part) => fileHistory(context(), connectionId, part),
      drop: (id) => dropHistoryNotice(context(), connectionId, id),
      postpone: (notice, why) => postponeHistoryNotice(context(), connectionId, notice, why),
      window: () => requestedHistory(context(), connectionId),
      filed: inbox.historyFiled,
    },
    missing: {
      note: (missing) => noteMissing(context(), connectionId, missing),
      resolve: (providerId) => resolveMissing(context(), connectionId, providerId),
      due: (limit) => listDueMissing(context(), connectionId, limit),
      nextAtMs: () => nextMissingAtMs(context(), connectionId),
      postpone: (providerId, retryAtMs) => postponeMissing(context(), connectionId, providerId, retryAtMs),
    },
  }
}

function requestedHistory(ctx: CompanyContext, connectionId: ConnectionId): ReturnType<AnnouncedHistory['window']> {
  const row = findMessageImport(ctx, connectionId)
  if (!isImporting(row)) return { newAfterMs: lastMessageAtMs(ctx, connectionId) }
  const wanted = { sinceMs: row.since.getTime(), untilMs: row.until.getTime(), groups: row.withGroups }
  return { newAfterMs: row.seenAt.getTime(), wanted }
}

function lastMessageAtMs({ db }: CompanyContext, connectionId: ConnectionId) {
  const columns = { at: connectionTable.lastMessageAt }
  const row = db.select(columns).from(connectionTable).where(eq(connectionTable.id, connectionId)).get()
  return row?.at.getTime() ?? 0
}
