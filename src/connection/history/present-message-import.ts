import type { CompanyContext } from '../../kernel/company/company-context'
import type { ImportProgress, ConnectionView } from '../connection.calls'
import { nextHistoryNoticeAt } from './history-notices'
import type { MessageImport } from './message-import.queries'

export function importProgressOf(ctx: CompanyContext, row: MessageImport): ImportProgress {
  const { connectionId, state, filed, received, filedAt, since, error } = row
  const date = (filed > 0 ? filedAt : since).toISOString()
  const resumesAt = (state === 'running' && nextHistoryNoticeAt(ctx, connectionId)?.toISOString()) || null
  const counts = received === 0 ? { this: -1, all: -1 } : { this: filed, all: received }
  return { ...counts, date, resumesAt, error }
}

export function presentMessageImport(
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
