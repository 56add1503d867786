import { refuse } from '../kernel/errors'
import type { MessageId } from '../kernel/ids'
import { getMessage } from '../message/message.queries'
import { presentMessage } from '../message/present-message'
import type { ConnectionAccess } from './connection-guard'
import type { ExternalMessageStatus } from './external-message.calls'

/** Acknowledgements of the provider from which a message counts as delivered, and as read. */
const deliveredAck = 2
const readAck = 3

/** Returns how far a message of the token's connection has come. @throws Refusal ERR_NO_MESSAGE_FOUND */
export function getExternalMessageStatus(
  { ctx, connectionId }: ConnectionAccess,
  id: MessageId,
): ExternalMessageStatus {
  const { ticket } = getMessage(ctx, id)
  if (ticket.connectionId !== connectionId) refuse('ERR_NO_MESSAGE_FOUND')
  const message = presentMessage(ctx, id)
  if (!message?.fromMe || message.isPrivate) refuse('ERR_NO_MESSAGE_FOUND')
  const { sendState, sendError, ack, createdAt } = message
  return { id, status: statusOf(sendState, ack), error: sendState === 'failed' ? sendError : null, at: createdAt }
}

function statusOf(sendState: string | null, ack: number): ExternalMessageStatus['status'] {
  if (sendState === 'failed') return 'failed'
  if (sendState !== null) return 'queued'
  if (ack >= readAck) return 'read'
  return ack >= deliveredAck ? 'delivered' : 'sent'
}
