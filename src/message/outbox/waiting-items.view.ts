import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, MessageId } from '../../kernel/ids'
import { readStored } from '../../kernel/database/stored-json'
import type { OutboundChangeKind } from '../message.contract'

interface MessageRow {
  id: number
  contactId: number
  isFile: number
  sendAfter: number | null
  createdAt: number
}

interface ChangeRow {
  id: number
  messageId: number
  contactId: number | null
  kind: OutboundChangeKind
  payload: string
  attempts: number
  sendAfter: number | null
  createdAt: number
}

export interface OutboxChange {
  kind: 'change'
  changeId: number
  connectionId: ConnectionId
  messageId: MessageId
  change: OutboundChangeKind
  payload: Record<string, unknown>
  attempts: number
}

/** Items of one conversation are sent in order, one at a time; conversations are sent in parallel. */
type Placed = {
  conversation: string
  isFile: boolean
  /** Not sent before this time, in milliseconds since 1970. */
  sendAfterMs?: number
}
export type OutboxItem = ({ kind: 'message'; messageId: MessageId } | OutboxChange) & Placed

// A join, because items are sent in order within a contact's conversation, which is found through the ticket.
const statements = perCompany(({ sqlite }) => ({
  // Repeats the condition of the partial index verbatim; otherwise SQLite does not use the index.
  messages: sqlite.prepare<MessageRow, [number, number]>(
    `SELECT m.id, t.contact_id AS contactId, m.media_id IS NOT NULL AS isFile, m.send_after AS sendAfter,
       m.created_at AS createdAt
     FROM message m JOIN ticket t ON t.id = m.ticket_id
     WHERE m.connection_id = ? AND m.send_state <> 'failed' ORDER BY m.id LIMIT ?`,
  ),
  changes: sqlite.prepare<ChangeRow, [number, number]>(
    `SELECT c.id, c.message_id AS messageId, t.contact_id AS contactId, c.kind, c.payload, c.attempts,
       c.send_after AS sendAfter, c.created_at AS createdAt
     FROM outbound_change c LEFT JOIN message m ON m.id = c.message_id LEFT JOIN ticket t ON t.id = m.ticket_id
     WHERE c.connection_id = ? ORDER BY c.id LIMIT ?`,
  ),
}))

/** Returns the first queued items of the connection in order of time. A message precedes its changes. */
export function waitingInOutbox(ctx: CompanyContext, connectionId: ConnectionId, limit: number): OutboxItem[] {
  const messages = statements(ctx.company).messages.all(connectionId, limit)
  const changes = statements(ctx.company).changes.all(connectionId, limit)
  const items: OutboxItem[] = []
  // A clock that was set back must not delay earlier items.
  const nowMs = ctx.now.getTime()
  const sendAfterOf = ({ createdAt, sendAfter }: MessageRow | ChangeRow) =>
    (createdAt <= nowMs && sendAfter) || undefined
  const changeItem = (change: ChangeRow) => changeOf(change, connectionId, sendAfterOf(change))
  let next = 0
  for (const message of messages) {
    for (let change = changes[next]; change && change.createdAt < message.createdAt; change = changes[++next]) {
      items.push(changeItem(change))
    }
    const conversation = String(message.contactId)
    const isFile = message.isFile === 1
    items.push({ kind: 'message', messageId: message.id, conversation, isFile, sendAfterMs: sendAfterOf(message) })
  }
  return [...items, ...changes.slice(next).map(changeItem)]
}

function changeOf(row: ChangeRow, connectionId: ConnectionId, sendAfterMs: number | undefined): OutboxItem {
  const { id, messageId, kind, attempts } = row
  const payload = readStored<Record<string, unknown>>(row.payload)
  const change = { changeId: id, connectionId, messageId, change: kind, payload, attempts }
  return { kind: 'change', ...change, conversation: conversationOf(row, payload), isFile: false, sendAfterMs }
}

/** A notification goes to an agent, and a call must not ring while messages wait: neither is part of the conversation. */
function conversationOf({ id, contactId, kind }: ChangeRow, { to }: Record<string, unknown>) {
  if (kind === 'notify') return `notify ${JSON.stringify(to)}`
  return kind === 'rejectCall' || contactId === null ? `change ${id}` : String(contactId)
}
