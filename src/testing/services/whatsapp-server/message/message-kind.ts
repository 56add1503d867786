import { proto } from '@whiskeysockets/baileys'
import { innerContent } from '../account/phone-state'

const MEDIA_TYPES: readonly [keyof proto.IMessage, string][] = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['audioMessage', 'audio'],
  ['documentMessage', 'document'],
  ['stickerMessage', 'sticker'],
  ['contactMessage', 'vcard'],
  ['locationMessage', 'location'],
]

/** `mediatype` attribute of the encrypted node. */
export function mediaTypeOf(message: proto.IMessage): string | undefined {
  const content = innerContent(message)
  if (content.audioMessage?.ptt) return 'ptt'
  return MEDIA_TYPES.find(([key]) => content[key])?.[1]
}

export function stanzaTypeOf(message: proto.IMessage): string {
  const content = innerContent(message)
  if (content.reactionMessage) return 'reaction'
  return mediaTypeOf(content) ? 'media' : 'text'
}

/** `edit` attribute of the message stanza: 1 for an edit, 7 for "delete for everyone". */
export function editTypeOf(message: proto.IMessage): string | undefined {
  const type = innerContent(message).protocolMessage?.type
  if (type === proto.Message.ProtocolMessage.Type.MESSAGE_EDIT) return '1'
  return type === proto.Message.ProtocolMessage.Type.REVOKE ? '7' : undefined
}
