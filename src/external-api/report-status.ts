import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { reaction } from '../kernel/event/event-log'
import type { ConnectionId, MessageId } from '../kernel/ids'
import { pick } from '../kernel/typed-object.contract'
import { findMessageRow, getMessage, type MessageRow } from '../message/message.queries'
import { getTicketRow } from '../ticket/ticket.queries'
import { findConnectionWebhook } from '../webhook/receiver/connection-address'
import { wakeDeliveries } from '../webhook/delivery/deliver-webhooks'
import { describeConnection } from '../webhook/describe-event'
import { queueDelivery } from '../webhook/delivery/queue-delivery'
import type { MessageStatus } from './external-message.contract'
import { reportedMessageTable } from './external-api.tables'
import { refuse } from '../kernel/errors'
import { type ApiAccess, reaches } from './connection-guard'
import type { ExternalMessageStatus } from './external-message.calls'

const { connectionId, status } = reportedMessageTable

const isOf = ({ messageId }: { messageId: MessageId }) => eq(reportedMessageTable.messageId, messageId)

const statements = {
  insert: statement((db, row: { messageId: MessageId; connectionId: ConnectionId }) =>
    db.insert(reportedMessageTable).values(pick(row, 'messageId', 'connectionId')),
  ),
  find: statement((db, of: { messageId: MessageId }) =>
    db.select({ connectionId, status }).from(reportedMessageTable).where(isOf(of)),
  ),
  note: statement((db, of: { messageId: MessageId; status: MessageStatus; at: Date }) =>
    db
      .update(reportedMessageTable)
      .set(pick(of, 'status', 'at'))
      .where(isOf(of)),
  ),
}

const isReported = (ctx: CompanyContext, connectionId: ConnectionId) =>
  findConnectionWebhook(ctx, connectionId).url !== ''

export function followStatus(ctx: CompanyContext, connectionId: ConnectionId, messageIds: readonly MessageId[]) {
  for (const messageId of messageIds) statements.insert.run(ctx, { messageId, connectionId })
}

/** Queues a report in the transaction that changes the status, so that none is lost or sent early. */
export const reportStatus = reaction('message.delivered', (ctx, { messageId, ticketId, at }) => {
  const reported = statements.find.get(ctx, { messageId })
  const message = reported && findMessageRow(ctx, messageId)
  if (!message) return
  const { connectionId } = reported
  const status = statusOf(message)
  if (status === reported.status) return
  statements.note.run(ctx, { messageId, status, at })
  if (!isReported(ctx, connectionId)) return
  const { id, uuid } = getTicketRow(ctx, ticketId)
  const target = `connection ${connectionId}` as const
  const records = {
    connection: describeConnection(ctx, connectionId),
    ticket: { id, uuid },
    message: describeStatus(ctx, message),
  }
  queueDelivery(ctx, { target, event: 'message.status', at, ticketId, records })
  wakeDeliveries(ctx, target)
})

/** Acknowledgements of the provider from which a message counts as delivered, and as read. */
const deliveredAck = 2
const readAck = 3

export function getExternalMessageStatus(access: ApiAccess, id: MessageId): ExternalMessageStatus {
  const { ctx } = access
  const { message, ticket } = getMessage(ctx, id)
  if (!reaches(access, ticket.connectionId)) refuse('ERR_NO_MESSAGE_FOUND')
  if (!message.fromMe || message.isPrivate) refuse('ERR_NO_MESSAGE_FOUND')
  return describeStatus(ctx, message)
}

function describeStatus(ctx: CompanyContext, message: MessageRow): ExternalMessageStatus {
  const { id, sendState, sendError, createdAt } = message
  const error = sendState === 'failed' ? sendError : null
  const own = eq(reportedMessageTable.messageId, id)
  const at = ctx.db.select().from(reportedMessageTable).where(own).get()?.at ?? createdAt
  return { id, status: statusOf(message), error, at: at.toISOString() }
}

function statusOf({ sendState, ack }: Pick<MessageRow, 'sendState' | 'ack'>): MessageStatus {
  if (sendState === 'failed') return 'failed'
  if (sendState !== null) return 'queued'
  if (ack >= readAck) return 'read'
  return ack >= deliveredAck ? 'delivered' : 'sent'
}
