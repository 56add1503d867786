import type { proto } from '@whiskeysockets/baileys'
import { innerContent } from '../../testing/services/whatsapp-server/account/phone-state'
import type { ChatMessage } from '../../testing/services/whatsapp-server/whatsapp-server.types'
import type { MessageView } from './phone-view.types'

interface Folded extends MessageView {
  reactionBy: Map<string, string>
}

/** Combines messages as a phone shows them: edits, deletions and reactions are separate messages on the wire. */
export function foldMessages(messages: readonly ChatMessage[], nameOf: (jid: string) => string): MessageView[] {
  const shown = new Map<string, Folded>()
  for (const message of messages) {
    const { protocolMessage, reactionMessage } = innerContent(message.message)
    if (reactionMessage) react(shown, reactionMessage, message)
    else if (protocolMessage) change(shown, protocolMessage)
    else if (!shown.has(message.id)) shown.set(message.id, describe(message, shown, nameOf))
  }
  return [...shown.values()]
    .map(({ reactionBy, ...seen }) => ({ ...seen, reactions: [...reactionBy.values()] }))
    .sort((one, other) => one.at - other.at)
}

function react(shown: Map<string, Folded>, { key, text }: proto.Message.IReactionMessage, { from }: ChatMessage) {
  const target = shown.get(key?.id ?? '')
  if (text) target?.reactionBy.set(from, text)
  else target?.reactionBy.delete(from)
}

function change(shown: Map<string, Folded>, { key, type, editedMessage }: proto.Message.IProtocolMessage) {
  const target = shown.get(key?.id ?? '')
  if (!target) return
  if (editedMessage) Object.assign(target, { text: textOf(innerContent(editedMessage)), edited: true })
  else if (type === 0 || type === null || type === undefined) {
    Object.assign(target, { erased: true, text: '', file: undefined, place: undefined, card: undefined })
  }
}

function describe(message: ChatMessage, shown: Map<string, Folded>, nameOf: (jid: string) => string): Folded {
  const content = innerContent(message.message)
  const isGroup = message.chat.endsWith('@g.us')
  return {
    id: message.id,
    mine: message.fromMe,
    ...(isGroup && !message.fromMe ? { author: nameOf(message.from) } : {}),
    at: message.at,
    text: textOf(content),
    ...(message.forwarded ? { forwarded: true } : {}),
    ...partsOf(content),
    ...quotedOf(message, content, shown),
    reactions: [],
    reactionBy: new Map(),
  }
}

function textOf(content: proto.IMessage): string {
  return (
    content.conversation ??
    content.extendedTextMessage?.text ??
    content.imageMessage?.caption ??
    content.videoMessage?.caption ??
    content.documentMessage?.caption ??
    ''
  )
}

function partsOf(content: proto.IMessage): Pick<MessageView, 'file' | 'place' | 'card'> {
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = content
  const file = (kind: NonNullable<MessageView['file']>['kind'], name = '', seconds = 0) => ({
    file: { kind, name, seconds },
  })
  if (imageMessage) return file('image')
  if (videoMessage) return file('video')
  if (stickerMessage) return file('sticker')
  if (audioMessage) return file(audioMessage.ptt ? 'voice' : 'audio', '', audioMessage.seconds ?? 0)
  if (documentMessage) return file('document', documentMessage.fileName ?? 'documento')
  if (content.locationMessage) {
    const { degreesLatitude, degreesLongitude, name } = content.locationMessage
    return { place: { latitude: degreesLatitude ?? 0, longitude: degreesLongitude ?? 0, name: name ?? 'Localização' } }
  }
  const card = content.contactMessage ?? content.contactsArrayMessage?.contacts?.[0]
  if (card) return { card: { name: card.displayName ?? '', number: /waid=(\d+)/.exec(card.vcard ?? '')?.[1] ?? '' } }
  return {}
}

function quotedOf({ quotedId }: ChatMessage, content: proto.IMessage, shown: Map<string, Folded>) {
  if (!quotedId) return {}
  const known = shown.get(quotedId)
  if (known) return { quoted: { mine: known.mine, text: summaryOf(known) } }
  const { quotedMessage } = content.extendedTextMessage?.contextInfo ?? {}
  return { quoted: { mine: false, text: quotedMessage ? textOf(innerContent(quotedMessage)) : '' } }
}

const kindNames = {
  image: '📷 Foto',
  video: '🎬 Vídeo',
  voice: '🎤 Áudio',
  audio: '🎵 Áudio',
  document: '📄 Documento',
  sticker: 'Figurinha',
}

export function summaryOf(message: MessageView): string {
  if (message.erased) return '🚫 Mensagem apagada'
  if (message.text) return message.text
  if (message.file) return message.file.name || kindNames[message.file.kind]
  if (message.place) return `📍 ${message.place.name}`
  return message.card ? `👤 ${message.card.name}` : ''
}
