import { getContentType, type proto, toNumber } from '@whiskeysockets/baileys'
import type { Content } from '../../channel'
import { buttonsContent, responseText, summaryText } from './message-text'

type MediaKind = Extract<Content, { source: unknown }>['kind']
type MediaSourceType = 'image' | 'video' | 'audio' | 'ptt' | 'document' | 'sticker' | 'md-msg-hist'

/** What is needed to download a file later; bytes in base64. */
export interface MediaSource {
  type: MediaSourceType
  mediaKey: string
  directPath?: string
  url?: string
  fileEncSha256?: string
}

interface MediaMessage {
  mediaKey?: Uint8Array | null
  directPath?: string | null
  url?: string | null
  fileEncSha256?: Uint8Array | null
  mimetype?: string | null
  fileLength?: unknown
  caption?: string | null
  fileName?: string | null
  title?: string | null
  seconds?: number | null
  width?: number | null
  height?: number | null
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

export function contentOf(message: proto.IMessage): Content | undefined {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = message
  if (imageMessage) return media('image', 'image', imageMessage)
  if (videoMessage) return media('video', 'video', videoMessage)
  if (ptvMessage) return media('video', 'video', ptvMessage)
  if (audioMessage) return media('audio', audioMessage.ptt ? 'ptt' : 'audio', audioMessage, audioMessage.ptt ?? false)
  if (documentMessage) return media('document', 'document', documentMessage)
  if (stickerMessage) return media('sticker', 'sticker', stickerMessage)
  return locationContent(message) ?? contactsContent(message) ?? writtenContent(message)
}

function writtenContent(message: proto.IMessage): Content | undefined {
  const text = message.conversation || message.extendedTextMessage?.text
  if (text) return { kind: 'text', text }
  const buttons = buttonsContent(message)
  if (buttons) return buttons
  const summary = responseText(message) ?? summaryText(message)
  if (summary !== undefined) return { kind: 'text', text: summary }
  const type = getContentType(message)
  if (!type || silentTypes.has(type)) return undefined
  return { kind: 'unknown', note: type }
}

/** Returns the new text of an edit: the body, or the caption of a file. */
export function textOf(message: proto.IMessage | undefined): string | undefined {
  if (!message) return undefined
  const { imageMessage, videoMessage, documentMessage } = message
  return (
    message.conversation ??
    message.extendedTextMessage?.text ??
    imageMessage?.caption ??
    videoMessage?.caption ??
    documentMessage?.caption ??
    undefined
  )
}

const silentTypes = new Set<string>([
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'protocolMessage',
  'pollUpdateMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'albumMessage',
  'call',
  'stickerSyncRmrMessage',
])

/** Returns the part of a message that holds its quote and forward flag. */
export function contextOf(message: proto.IMessage): proto.IContextInfo | undefined {
  for (const part of Object.values(message)) {
    const context = (part as { contextInfo?: proto.IContextInfo } | null)?.contextInfo
    if (context) return context
  }
  return undefined
}

function media(kind: MediaKind, type: MediaSourceType, message: MediaMessage, voiceNote = false): Content {
  const { mediaKey, directPath, url, fileEncSha256, mimetype, caption, fileName, title, seconds } = message
  // A file without its key, such as a view-once opened elsewhere, can never be downloaded.
  if (!mediaKey || !(directPath || url)) return { kind: 'unknown', note: `${kind} without key` }
  const source: MediaSource = {
    type,
    mediaKey: base64(mediaKey),
    ...(directPath ? { directPath } : {}),
    ...(url ? { url } : {}),
    ...(fileEncSha256 ? { fileEncSha256: base64(fileEncSha256) } : {}),
  }
  const sizeBytes = toNumber(message.fileLength as number | null)
  return {
    kind,
    text: caption ?? '',
    mimeType: mimetype ?? 'application/octet-stream',
    ...(fileName || title ? { fileName: fileName || title || '' } : {}),
    ...(sizeBytes ? { sizeBytes } : {}),
    ...(seconds ? { seconds } : {}),
    ...(message.width && message.height ? { width: message.width, height: message.height } : {}),
    ...(voiceNote ? { voiceNote } : {}),
    source: { ...source },
  }
}

function locationContent({ locationMessage, liveLocationMessage }: proto.IMessage): Content | undefined {
  const location = locationMessage ?? liveLocationMessage
  if (!location) return undefined
  const name = locationMessage?.name || liveLocationMessage?.caption
  return {
    kind: 'location',
    latitude: location.degreesLatitude ?? 0,
    longitude: location.degreesLongitude ?? 0,
    ...(name ? { name } : {}),
    ...(locationMessage?.address ? { address: locationMessage.address } : {}),
    ...(location.jpegThumbnail?.length ? { thumbnailBase64: base64(location.jpegThumbnail) } : {}),
  }
}

function contactsContent({ contactMessage, contactsArrayMessage }: proto.IMessage): Content | undefined {
  const cards = contactMessage ? [contactMessage] : contactsArrayMessage?.contacts
  if (!cards) return undefined
  return {
    kind: 'contacts',
    contacts: cards.map(({ displayName, vcard }) => ({ name: displayName ?? '', vcard: vcard ?? '' })),
  }
}
