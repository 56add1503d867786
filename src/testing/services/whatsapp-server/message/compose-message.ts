import { proto } from '@whiskeysockets/baileys'
import { isGroupJid } from '../jids'
import { innerContent } from '../account/phone-state'
import type { ChatMessage, ContactCardInput, LocationInput, SendOptions } from '../whatsapp-server.types'

/** A text message, in the plain form when it has no context. */
export function textContent(text: string): proto.IMessage {
  return { conversation: text }
}

export function locationContent(location: LocationInput): proto.IMessage {
  const { latitude, longitude, name, address } = location
  return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } }
}

export function contactContent(contact: ContactCardInput): proto.IMessage {
  const number = contact.number.replace(/\D/g, '')
  const vcard = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${contact.name};;;`,
    `FN:${contact.name}`,
    `TEL;type=CELL;waid=${number}:+${number}`,
    'END:VCARD',
  ].join('\n')
  return { contactMessage: { displayName: contact.name, vcard } }
}

export function reactionContent(message: ChatMessage, emoji: string): proto.IMessage {
  return { reactionMessage: { key: keyOf(message), text: emoji, senderTimestampMs: Date.now() } }
}

export function editContent(message: ChatMessage, text: string): proto.IMessage {
  const protocolMessage = {
    key: keyOf(message),
    type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
    editedMessage: textContent(text),
    timestampMs: Date.now(),
  }
  return { editedMessage: { message: { protocolMessage } } }
}

export function revokeContent(message: ChatMessage): proto.IMessage {
  return { protocolMessage: { key: keyOf(message), type: proto.Message.ProtocolMessage.Type.REVOKE } }
}

export function withContext(content: proto.IMessage, options: SendOptions): proto.IMessage {
  if (!options.quoted && !options.forwarded) return content
  const contextInfo: proto.IContextInfo = {}
  if (options.forwarded) Object.assign(contextInfo, { isForwarded: true, forwardingScore: 1 })
  if (options.quoted) {
    contextInfo.stanzaId = options.quoted.id
    contextInfo.participant = options.quoted.from
    contextInfo.quotedMessage = innerContent(options.quoted.message)
  }
  if (typeof content.conversation === 'string') {
    return { extendedTextMessage: { text: content.conversation, contextInfo } }
  }
  const [kind, part] = Object.entries(content)[0] ?? []
  return kind ? { [kind]: { ...part, contextInfo } } : content
}

/** A message's key as seen by the phone that refers to it. */
function keyOf(message: ChatMessage): proto.IMessageKey {
  const participant = isGroupJid(message.chat) && !message.fromMe ? message.from : undefined
  return { remoteJid: message.chat, fromMe: message.fromMe, id: message.id, participant }
}
