import { getContentType, type proto, toNumber } from '@whiskeysockets/baileys'
import type { Content } from '../../channel'
import { type JsonObject, objectOf } from '../../../kernel/untyped-json.contract'

type MediaKind = Extract<Content, { source: unknown }>['kind']
type MediaSourceType = 'image' | 'video' | 'audio' | 'ptt' | 'document' | 'sticker' | 'md-msg-hist'

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

type Buttons = Extract<Content, { kind: 'buttons' }>
type Button = Buttons['buttons'][number]

function buttonsContent(message: proto.IMessage): Buttons | undefined {
  const { buttonsMessage, listMessage, interactiveMessage } = message
  if (buttonsMessage) {
    const { contentText, footerText, buttons } = buttonsMessage
    return choice(contentText ?? buttonsMessage.text, footerText, (buttons ?? []).map(plainButton))
  }
  if (listMessage) {
    const rows = (listMessage.sections ?? []).flatMap((section) => section.rows ?? [])
    const text = [listMessage.title, listMessage.description].filter(Boolean).join('\n')
    const buttons = rows.map(({ rowId, title }) => ({ id: rowId ?? '', text: title ?? '' }))
    return choice(text, listMessage.footerText, buttons)
  }
  if (interactiveMessage) {
    const { header, body, footer, nativeFlowMessage } = interactiveMessage
    const text = [header?.title, body?.text].filter(Boolean).join('\n')
    return choice(text, footer?.text, (nativeFlowMessage?.buttons ?? []).map(flowButton))
  }
  return templateContent(message)
}

function templateContent({ templateMessage }: proto.IMessage): Buttons | undefined {
  const template = templateMessage?.hydratedTemplate ?? templateMessage?.hydratedFourRowTemplate
  if (!template) return undefined
  const text = [template.hydratedTitleText, template.hydratedContentText].filter(Boolean).join('\n')
  const buttons = (template.hydratedButtons ?? []).map(({ quickReplyButton, urlButton, callButton }) => ({
    id: quickReplyButton?.id ?? urlButton?.url ?? callButton?.phoneNumber ?? '',
    text: quickReplyButton?.displayText ?? urlButton?.displayText ?? callButton?.displayText ?? '',
  }))
  return choice(text, template.hydratedFooterText, buttons)
}

function choice(text: string | null | undefined, footer: string | null | undefined, buttons: Button[]): Buttons {
  return { kind: 'buttons', text: text ?? '', ...(footer ? { footer } : {}), buttons }
}

const plainButton = ({ buttonId, buttonText }: proto.Message.ButtonsMessage.IButton): Button => ({
  id: buttonId ?? '',
  text: buttonText?.displayText ?? '',
})

function flowButton({ name, buttonParamsJson }: { name?: string | null; buttonParamsJson?: string | null }): Button {
  const { id, display_text, title } = readJson(buttonParamsJson)
  return { id: String(id ?? name ?? ''), text: String(display_text ?? title ?? name ?? '') }
}

function responseText(message: proto.IMessage): string | undefined {
  const { buttonsResponseMessage, listResponseMessage, templateButtonReplyMessage } = message
  if (buttonsResponseMessage) {
    return buttonsResponseMessage.selectedDisplayText || buttonsResponseMessage.selectedButtonId || ''
  }
  if (listResponseMessage) {
    return listResponseMessage.title || listResponseMessage.singleSelectReply?.selectedRowId || ''
  }
  if (templateButtonReplyMessage) {
    return templateButtonReplyMessage.selectedDisplayText || templateButtonReplyMessage.selectedId || ''
  }
  const { interactiveResponseMessage } = message
  if (!interactiveResponseMessage) return undefined
  const { id, title } = readJson(interactiveResponseMessage.nativeFlowResponseMessage?.paramsJson)
  return interactiveResponseMessage.body?.text || String(title ?? id ?? '')
}

function summaryText(message: proto.IMessage): string | undefined {
  const poll = message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3
  if (poll)
    return [`📊 ${poll.name ?? ''}`, ...(poll.options ?? []).map(({ optionName }) => `• ${optionName ?? ''}`)].join(
      '\n',
    )
  const { eventMessage, productMessage, orderMessage, groupInviteMessage } = message
  if (eventMessage) return lines(`📅 ${eventMessage.name ?? ''}`, eventMessage.description, eventMessage.joinLink)
  if (productMessage) return lines(`🛍️ ${productMessage.product?.title ?? ''}`, productMessage.product?.description)
  if (orderMessage) return lines(`🛒 ${orderMessage.orderTitle ?? ''}`, orderMessage.message)
  if (groupInviteMessage) {
    const { groupName, caption, inviteCode } = groupInviteMessage
    return lines(`👥 ${groupName ?? ''}`, caption, inviteCode ? `https://chat.whatsapp.com/${inviteCode}` : '')
  }
  return undefined
}

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join('\n')

/** Untrusted; invalid JSON must not hide the message. */
function readJson(text: string | null | undefined): JsonObject {
  try {
    return objectOf(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
