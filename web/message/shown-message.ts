import type { MessageView, QuotedMessage } from '../../src/message/message.answers'
import type { MediaType } from '../../src/message/message.contract'
import type { OutgoingMessage } from './outboxes'

export interface ShownMessage extends MessageView {
  /** Stays the same when the pending bubble becomes the stored message. */
  key: string
  /** Set until the server has it. */
  outgoing?: OutgoingMessage
  /** The local copy of the file, so that nothing flickers while the server's is loaded. */
  localUrl?: string
}

export type DeliveryState = 'pending' | 'offline' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'

export function deliveryOf({
  ack,
  sendState,
  outgoing,
  mediaType,
}: Pick<ShownMessage, 'ack' | 'sendState' | 'outgoing' | 'mediaType'>): DeliveryState {
  if (outgoing) return outgoing.state === 'failed' || outgoing.state === 'offline' ? outgoing.state : 'pending'
  if (sendState === 'failed' || ack < 0) return 'failed'
  // A recording that was read may not have been played yet.
  if (ack >= 4 && mediaType === 'audio') return 'played'
  if (ack >= 3) return 'read'
  return ack === 2 ? 'delivered' : ack === 1 ? 'sent' : 'pending'
}

export function asOwnable(message: ShownMessage) {
  const userId = message.isAutomatic ? null : (message.user?.id ?? null)
  return { ...message, userId, createdAt: new Date(message.createdAt) }
}

export function quoteOf(message: MessageView): QuotedMessage {
  const { id, body, fromMe, mediaType, mediaUrl, isDeleted, contact, user } = message
  return {
    id,
    body,
    fromMe,
    mediaType,
    mediaUrl,
    isDeleted,
    contact: contact && { id: contact.id, name: contact.name },
    user,
  }
}

export function shownOutgoing(
  outgoing: OutgoingMessage,
  ticket: MessageView['ticket'],
  user: MessageView['user'],
): ShownMessage {
  const { clientId, body, isPrivate, quoted, file, contact, createdAt, previewUrl } = outgoing
  return {
    id: 0,
    key: clientId,
    clientId,
    ticketId: ticket.id,
    ticket,
    queueId: ticket.queue?.id ?? null,
    queue: ticket.queue,
    body,
    fromMe: true,
    ack: 0,
    sendState: null,
    sendError: null,
    mediaType: file ? mediaTypeOf(file.type) : contact ? 'contactMessage' : null,
    mediaUrl: previewUrl,
    isPrivate,
    isDeleted: false,
    isEdited: false,
    editedAt: null,
    isForwarded: false,
    quotedMsg: quoted,
    contact: null,
    user,
    reactions: [],
    dataJson: file
      ? {
          file: { name: file.name, type: file.type, size: file.size, seconds: file.seconds, voiceNote: file.voiceNote },
        }
      : contact
        ? { contacts: [{ name: contact.name, vcard: '', number: contact.number }] }
        : null,
    createdAt,
    outgoing,
  }
}

function mediaTypeOf(type: string): MediaType {
  const [kind] = type.split('/')
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application'
}
