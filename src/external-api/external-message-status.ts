import { refuse } from '../kernel/errors'
import type { MessageId } from '../kernel/ids'
import { getMessage, type MessageRow } from '../message/message.queries'
import type { ConnectionAccess } from './connection-guard'
import type { ExternalMessageStatus } from './external-message.calls'
import type { MessageStatus } from './external-message.contract'

/** Acknowledgements of the provider from which a message counts as delivered, and as read. */
const deliveredAck = 2
const readAck = 3

/** Returns how far a message of the token's connection has come. @throws Refusal ERR_NO_MESSAGE_FOUND */
export function getExternalMessageStatus(
  { ctx, connectionId }: ConnectionAccess,
  id: MessageId,
): ExternalMessageStatus {
  const { message, ticket } = getMessage(ctx, id)
  if (ticket.connectionId !== connectionId) refuse('ERR_NO_MESSAGE_FOUND')
  if (!message.fromMe || message.isPrivate) refuse('ERR_NO_MESSAGE_FOUND')
  return describeStatus(message)
}

export function describeStatus({ id, sendState, sendError, ack, createdAt }: MessageRow): ExternalMessageStatus {
  const error = sendState === 'failed' ? sendError : null
  return { id, status: statusOf(sendState, ack), error, at: createdAt.toISOString() }
}

function statusOf(sendState: string | null, ack: number): MessageStatus {
  if (sendState === 'failed') return 'failed'
  if (sendState !== null) return 'queued'
  if (ack >= readAck) return 'read'
  return ack >= deliveredAck ? 'delivered' : 'sent'
}
