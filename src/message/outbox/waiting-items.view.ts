import { and, eq, getTableColumns, isNotNull, ne } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, MessageId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'
import type { OutboundChangeKind } from '../message.contract'
import { messageTable, outboundChangeTable } from '../message.tables'
import { fileAwaited } from './send-result'

export interface OutboxChange {
  kind: 'change'
  changeId: number
  connectionId: ConnectionId
  messageId: MessageId
  change: OutboundChangeKind
  payload: Record<string, unknown>
  attempts: number
}

type Placed = {
  conversation: string
  isFile: boolean
  sendAfterMs?: number
  /** While it waits, later ones of the conversation do not. */
  letsPass?: boolean
}
export type OutboxItem = ({ kind: 'message'; messageId: MessageId } | OutboxChange) & Placed

// A join, because items are sent in order within a contact's conversation, which is found through the ticket.
const { contactId } = ticketTable
const message = messageTable
const change = outboundChangeTable

type First = { connectionId: ConnectionId; limit: number }

const statements = {
  messages: statement((db, of: First) =>
    db
      .select({
        id: message.id,
        contactId,
        isFile: asFlag(isNotNull(message.mediaId)),
        sendAfter: message.sendAfter,
        sendError: message.sendError,
        createdAt: message.createdAt,
      })
      .from(message)
      .innerJoin(ticketTable, eq(ticketTable.id, message.ticketId))
      .where(and(eq(message.connectionId, of.connectionId), ne(message.sendState, 'failed')))
      .orderBy(message.id)
      .limit(of.limit),
  ),
  changes: statement((db, of: First) =>
    db
      .select({ ...getTableColumns(change), contactId })
      .from(change)
      .leftJoin(message, eq(message.id, change.messageId))
      .leftJoin(ticketTable, eq(ticketTable.id, message.ticketId))
      .where(eq(change.connectionId, of.connectionId))
      .orderBy(change.id)
      .limit(of.limit),
  ),
}

type ChangeRow = ReturnType<typeof statements.changes.all>[number]

export function waitingInOutbox(ctx: CompanyContext, connectionId: ConnectionId, limit: number): OutboxItem[] {
  const messages = statements.messages.all(ctx, { connectionId, limit })
  const changes = statements.changes.all(ctx, { connectionId, limit })
  const items: OutboxItem[] = []
  // A clock that was set back must not delay earlier items.
  const sendAfterOf = ({ createdAt, sendAfter }: Pick<ChangeRow, 'createdAt' | 'sendAfter'>) =>
    createdAt <= ctx.now ? sendAfter?.getTime() : undefined
  const changeItem = (change: ChangeRow) => changeOf(change, connectionId, sendAfterOf(change))
  let next = 0
  for (const message of messages) {
    for (let change = changes[next]; change && change.createdAt < message.createdAt; change = changes[++next]) {
      items.push(changeItem(change))
    }
    const conversation = String(message.contactId)
    const { id: messageId, isFile, sendError } = message
    const letsPass = sendError === fileAwaited
    items.push({ kind: 'message', messageId, conversation, isFile, letsPass, sendAfterMs: sendAfterOf(message) })
  }
  return [...items, ...changes.slice(next).map(changeItem)]
}

function changeOf(row: ChangeRow, connectionId: ConnectionId, sendAfterMs: number | undefined): OutboxItem {
  const { id, messageId, kind, payload, attempts } = row
  const change = { changeId: id, connectionId, messageId, change: kind, payload, attempts }
  return { kind: 'change', ...change, conversation: conversationOf(row, payload), isFile: false, sendAfterMs }
}

/** A notification and the end of a call do not wait for messages. */
function conversationOf({ id, contactId, kind }: ChangeRow, { to }: Record<string, unknown>) {
  if (kind === 'notify') return `notify ${JSON.stringify(to)}`
  return kind === 'rejectCall' || contactId === null ? `change ${id}` : String(contactId)
}
