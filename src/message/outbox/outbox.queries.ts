import type { CompanyContext } from '../../kernel/company-context'
import { perCompany } from '../../kernel/company-files'
import type { ConnectionId, MessageId } from '../../kernel/ids'
import type { OutboundChangeKind } from '../message.contract'

interface ChangeRow {
  id: number
  message_id: number
  kind: OutboundChangeKind
  payload: string
  attempts: number
  created_at: number
}

export interface OutboxChange {
  kind: 'change'
  changeId: number
  messageId: MessageId
  change: OutboundChangeKind
  payload: Record<string, unknown>
  attempts: number
}

export type OutboxItem = { kind: 'message'; messageId: MessageId } | OutboxChange

const statements = perCompany(({ sqlite }) => ({
  // Word for word the condition of the partial index, without which SQLite would not use it.
  message: sqlite.prepare<{ id: number; created_at: number }, [number]>(
    `SELECT id, created_at FROM message WHERE connection_id = ? AND send_state <> 'failed' ORDER BY id LIMIT 1`,
  ),
  change: sqlite.prepare<ChangeRow, [number]>(
    `SELECT id, message_id, kind, payload, attempts, created_at FROM outbound_change
     WHERE connection_id = ? ORDER BY id LIMIT 1`,
  ),
}))

/** What is to be sent next on the connection. A message goes before what was changed about it. */
export function nextInOutbox(ctx: CompanyContext, connectionId: ConnectionId): OutboxItem | undefined {
  const message = statements(ctx.company).message.get(connectionId)
  const change = statements(ctx.company).change.get(connectionId)
  if (message && (!change || message.created_at <= change.created_at)) return { kind: 'message', messageId: message.id }
  if (!change) return undefined
  return {
    kind: 'change',
    changeId: change.id,
    messageId: change.message_id,
    change: change.kind,
    payload: JSON.parse(change.payload),
    attempts: change.attempts,
  }
}
