import type { Content, Referral } from '../../channel'
import { type JsonObject, objectOf, objectsIn } from '../../../kernel/untyped-json.contract'
import { numberOf, textOf } from '../values'

interface Attached {
  content: Content
  referral?: Referral
}

/** One message may carry up to 30 pictures. */
const attachmentsMax = 30

/** Meta names no types; the bytes tell them. */
const files = {
  image: { kind: 'image', mimeType: 'image/jpeg' },
  video: { kind: 'video', mimeType: 'video/mp4' },
  audio: { kind: 'audio', mimeType: 'audio/mp4' },
  file: { kind: 'document', mimeType: 'application/octet-stream' },
} as const

/** Shared posts and pages are texts with their link, unless `text` has it. */
export function attachmentsOf(list: unknown, text: string): Attached[] {
  return objectsIn(list)
    .slice(0, attachmentsMax)
    .flatMap((attachment) => attachedOf(attachment, text))
}

function attachedOf(attachment: JsonObject, text: string): Attached[] {
  const type = textOf(attachment['type'])
  const payload = objectOf(attachment['payload'])
  const url = textOf(payload['url']) || textOf(attachment['URL']) || textOf(attachment['url'])
  switch (type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return [{ content: payload['sticker_id'] === undefined ? fileOf(files[type], url) : stickerOf(url) }]
    case 'sticker':
      return [{ content: stickerOf(url) }]
    // Valid for a day, as the story.
    case 'story_mention':
      return [{ content: fileOf(files.image, url), referral: { title: '', text: '', url: '', of: 'story' } }]
    case 'location':
      return [{ content: locationOf(objectOf(payload['coordinates'])) }]
    default: {
      const title = textOf(attachment['title']) || textOf(payload['title'])
      if (url && text.includes(url)) return []
      if (!url && !title) return text ? [] : [{ content: { kind: 'unknown', note: type || 'attachment' } }]
      return [{ content: { kind: 'text', text: [title, url].filter(Boolean).join('\n') } }]
    }
  }
}

function fileOf({ kind, mimeType }: (typeof files)[keyof typeof files], url: string): Content {
  if (!url) return { kind: 'unknown', note: kind }
  const fileName = kind === 'document' ? nameIn(url) : ''
  return { kind, text: '', mimeType, ...(fileName ? { fileName } : {}), source: { url } }
}

const stickerOf = (url: string): Content =>
  url ? { kind: 'sticker', text: '', mimeType: 'image/png', source: { url } } : { kind: 'unknown', note: 'sticker' }

function locationOf({ lat, long }: JsonObject): Content {
  const [latitude, longitude] = [numberOf(lat), numberOf(long)]
  if (latitude === undefined || longitude === undefined) return { kind: 'unknown', note: 'location' }
  return { kind: 'location', latitude, longitude }
}

function nameIn(url: string) {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
