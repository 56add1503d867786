import type { ImportProgress, ConnectionView } from '../connection.calls'
import type { MessageImport } from './message-import.queries'

export function importProgressOf({ filed, received, filedAt, since }: MessageImport): ImportProgress {
  const date = (filed > 0 ? filedAt : since).toISOString()
  return received === 0 ? { this: -1, all: -1, date } : { this: filed, all: received, date }
}

export function presentMessageImport(
  row: MessageImport | undefined,
): Pick<ConnectionView, 'statusImportMessages' | 'messageImport'> {
  const state = row?.state
  if (!row || !state || state === 'canceled') return { statusImportMessages: null, messageImport: null }
  const latest = row.receivedAt ?? row.startedAt
  const running = state === 'running' ? (latest?.toISOString() ?? null) : null
  return {
    statusImportMessages: row.closable && !running ? 'renderButtonCloseTickets' : running,
    messageImport: row.dismissed ? null : { state, ...importProgressOf(row) },
  }
}
