import type { CompanyContext } from '../../kernel/company/company-context'
import type { LocalJob } from '../../kernel/job/jobs'
import { publishNow } from '../../kernel/live/live'
import { addMs } from '../../kernel/time/clock'
import type { ImportMessagesEvent } from '../connection.calls'
import { findConnection } from '../connection.queries'
import { connectionControl } from '../running/connection-control'
import { hasHistoryNotices } from './history-notices'
import { completeMessageImport } from './message-import'
import { findMessageImport, isImportPaused, type MessageImport } from './message-import.queries'
import { importProgressOf } from './present-message-import'

const publishEveryMs = 2_000
/** After this long without another part, the history is complete; the phone may take longer for the first. */
const quietMs = 60_000
const firstPartMs = 300_000

/** Publishes an import's progress every two seconds, goes on with one that was paused, and ends it when nothing more arrives. */
export const messageImportJob: LocalJob<'connection.messageImport'> = {
  attemptsMax: 50,
  run(ctx, { connectionId }) {
    const row = findMessageImport(ctx, connectionId)
    if (!row || !findConnection(ctx, connectionId)) return
    if (row.state === 'running' && isComplete(ctx, row)) completeMessageImport(ctx, connectionId)
    else if (row.state === 'running') {
      publish(ctx, { action: 'update', whatsappId: connectionId, status: importProgressOf(row) })
      // There may be space again.
      if (!isImportPaused(ctx, connectionId)) connectionControl(ctx).wakeInbox(ctx.company.id, connectionId)
      return addMs(ctx.now, publishEveryMs)
    }
    publish(ctx, { action: 'refresh', whatsappId: connectionId })
  },
}

function isComplete(ctx: CompanyContext, row: MessageImport) {
  // The phone is disconnected, so the import cannot be complete.
  if (findConnection(ctx, row.connectionId)?.status !== 'CONNECTED') return false
  if (row.filed < row.received || hasHistoryNotices(ctx, row.connectionId)) return false
  const since = row.receivedAt ?? row.startedAt ?? ctx.now
  return ctx.now.getTime() - since.getTime() >= (row.receivedAt ? quietMs : firstPartMs)
}

function publish(ctx: CompanyContext, data: ImportMessagesEvent) {
  publishNow(ctx, { topics: ['connections'], event: 'importMessages', data })
}
