import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { MessageId } from '../kernel/ids'
import { getMessage, type MessageRow } from '../message/message.queries'
import type { ConnectionAccess } from './connection-guard'
import type { ExternalMessageStatus } from './external-message.calls'
import type { MessageStatus } from './external-message.contract'
import { reportedMessageTable } from './external-api.tables'

/** Acknowledgements of the provider from which a message counts as delivered, and as read. */
const deliveredAck = 2
const readAck = 3

export function getExternalMessageStatus(
  { ctx, connectionId }: ConnectionAccess,
  id: MessageId,
): ExternalMessageStatus {
  const { message, ticket } = getMessage(ctx, id)
  if (ticket.connectionId !== connectionId) refuse('ERR_NO_MESSAGE_FOUND')
  if (!message.fromMe || message.isPrivate) refuse('ERR_NO_MESSAGE_FOUND')
  return describeStatus(ctx, message)
}

export function describeStatus(ctx: CompanyContext, message: MessageRow): ExternalMessageStatus {
  const { id, sendState, sendError, createdAt } = message
  const error = sendState === 'failed' ? sendError : null
  const own = eq(reportedMessageTable.messageId, id)
  const at = ctx.db.select().from(reportedMessageTable).where(own).get()?.at ?? createdAt
  return { id, status: statusOf(message), error, at: at.toISOString() }
}

export function statusOf({ sendState, ack }: Pick<MessageRow, 'sendState' | 'ack'>): MessageStatus {
  if (sendState === 'failed') return 'failed'
  if (sendState !== null) return 'queued'
  if (ack >= readAck) return 'read'
  return ack >= deliveredAck ? 'delivered' : 'sent'
}
