import type { Content, InboundEvent, Referral } from '../../channel/channel'
import type { MessageData } from '../message.answers'
import type { MediaType } from '../message.contract'

export interface ReadContent {
  body: string
  mediaType: MediaType | null
  data: MessageData | null
  source?: Record<string, unknown>
  choice?: string
}

type Origin = Pick<Extract<InboundEvent, { type: 'message' }>, 'referral' | 'product' | 'standby'>

const bodyMax = 65_536
const nameMax = 255
const contactsMax = 50
const mediaTypeOf = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'application',
  sticker: 'sticker',
} as const

const cut = (text: string | undefined, limit = bodyMax) => (text ?? '').slice(0, limit)

/** `origin`: what led the contact to write. */
export function readContent(content: Content, origin: Origin = {}): ReadContent {
  const read = readParts(content)
  const { referral, product, standby } = origin
  if (!referral && !product && !standby) return read
  const { catalogId = '', productId = '' } = product ?? {}
  const data = {
    ...read.data,
    ...(referral ? { referral: readReferral(referral) } : {}),
    ...(standby && { standby }),
    ...(product ? { product: { catalogId: cut(catalogId, nameMax), productId: cut(productId, nameMax) } } : {}),
  }
  return { ...read, data }
}

function readParts(content: Content): ReadContent {
  switch (content.kind) {
    case 'text':
      return {
        body: cut(content.text),
        mediaType: null,
        data: content.answers ? { answers: { ...content.answers } } : null,
        ...(content.choice ? { choice: content.choice } : {}),
      }
    case 'location':
      return readLocation(content)
    case 'contacts': {
      const contacts = content.contacts
        .slice(0, contactsMax)
        .map(({ name, vcard }) => ({ name: cut(name, nameMax), vcard: cut(vcard) }))
      return { body: contacts.map(({ name }) => name).join(', '), mediaType: 'contactMessage', data: { contacts } }
    }
    case 'buttons':
      return readButtons(content)
    case 'unknown':
      return {
        body: '',
        mediaType: null,
        data: {
          placeholder: cut(content.note, nameMax) || 'unknown',
          ...(content.awaited ? { awaited: true } : {}),
        },
      }
    default:
      return readFile(content)
  }
}

function readFile(content: Extract<Content, { source: unknown }>): ReadContent {
  const { mimeType, fileName, sizeBytes, seconds, width, height, voiceNote, source } = content
  const file = {
    name: cut(fileName, nameMax),
    type: cut(mimeType, 100),
    size: sizeBytes ?? 0,
    ...(seconds === undefined ? {} : { seconds }),
    ...(width && height ? { width, height } : {}),
    ...(voiceNote ? { voiceNote } : {}),
    state: 'pending' as const,
  }
  return { body: cut(content.text), mediaType: mediaTypeOf[content.kind], data: { file }, source }
}

function readLocation(content: Extract<Content, { kind: 'location' }>): ReadContent {
  const { latitude, longitude, name, address, thumbnailBase64 } = content
  const location = {
    latitude,
    longitude,
    ...(name ? { name: cut(name, nameMax) } : {}),
    ...(address ? { address: cut(address, 1000) } : {}),
    ...(thumbnailBase64 && thumbnailBase64.length < 30_000 ? { thumbnail: thumbnailBase64 } : {}),
  }
  return { body: cut(name ?? address, 1000), mediaType: 'locationMessage', data: { location } }
}

function readButtons({ text, footer, buttons }: Extract<Content, { kind: 'buttons' }>): ReadContent {
  const data = {
    contentText: cut(text),
    ...(footer ? { footerText: cut(footer, 1000) } : {}),
    buttons: buttons.slice(0, 20).map((button) => ({
      buttonId: cut(button.id, nameMax),
      buttonText: { displayText: cut(button.text, nameMax) },
    })),
  }
  return { body: data.contentText, mediaType: 'buttonsMessage', data }
}

function readReferral({ title, text, url, of, sourceId, sourceType, clickId }: Referral) {
  // Other links may not be shown.
  const isLink = /^https?:\/\//i.test(url)
  return {
    title: cut(title, nameMax),
    text: cut(text, 1000),
    url: isLink ? cut(url, 1000) : '',
    ...(of ? { of } : {}),
    ...(sourceId ? { sourceId: cut(sourceId, nameMax) } : {}),
    ...(sourceType ? { sourceType: cut(sourceType, nameMax) } : {}),
    ...(clickId ? { clickId: cut(clickId, 1000) } : {}),
  }
}

/** Returns the preview for the ticket's row. The row's icon shows the kind of file. */
export function previewOf({ body, data }: Pick<ReadContent, 'body' | 'data'>) {
  // A recording's file name means nothing to users.
  const { file, transcription } = data ?? {}
  return (body || transcription || (file?.voiceNote ? '' : file?.name) || '').slice(0, 300)
}
