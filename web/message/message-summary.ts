import { Contact, FileText, Image, MapPin, Mic, Phone, Sticker, Video, type LucideIcon } from '../ui/icons'
import type { MessageData } from '../../src/message/message.answers'
import type { MediaType } from '../../src/message/message.contract'
import type { Texts } from '../i18n/pt'
import { plainText } from './bubble/format-text'

interface Summarised {
  body: string
  mediaType: MediaType | null
  isDeleted: boolean
  dataJson?: MessageData | null
}

const kinds: Partial<
  Record<MediaType, { icon: LucideIcon; text: Exclude<keyof Texts['message']['kinds'], 'contacts'> }>
> = {
  image: { icon: Image, text: 'image' },
  audio: { icon: Mic, text: 'audio' },
  video: { icon: Video, text: 'video' },
  application: { icon: FileText, text: 'document' },
  sticker: { icon: Sticker, text: 'sticker' },
  locationMessage: { icon: MapPin, text: 'location' },
  contactMessage: { icon: Contact, text: 'contact' },
  buttonsMessage: { icon: FileText, text: 'buttons' },
  call_log: { icon: Phone, text: 'call' },
  number_change: { icon: Phone, text: 'numberChange' },
}

export function summaryOf({ body, mediaType, isDeleted, dataJson }: Summarised, t: Texts['message']): string {
  if (isDeleted) return t.deleted
  const text = plainText(dataJson?.contentText ?? body)
  const kind = mediaType ? kinds[mediaType] : undefined
  if (mediaType === 'contactMessage') return dataJson?.contacts?.[0]?.name ?? t.kinds.contact
  if (mediaType === 'application' && text === '') return dataJson?.file?.name ?? t.kinds.document
  if (text !== '') return text
  if (kind) return t.kinds[kind.text]
  // Its content cannot be shown, or has not arrived yet.
  return dataJson?.awaited ? t.kinds.awaited : t.kinds.unsupported
}

export function summaryIcon(mediaType: MediaType | null): LucideIcon | undefined {
  return mediaType ? kinds[mediaType]?.icon : undefined
}
