import { Contact, FileText, Image, MapPin, Mic, Phone, Sticker, Video, type LucideIcon } from '../ui/icons'
import type { MessageData } from '../../src/message/message.answers'
import type { MediaType } from '../../src/message/message.contract'
import type { Texts } from '../i18n/pt'
import { plainText } from './bubble/format-text'
import { messageKindTexts } from './message-kind-texts'

interface Summarised {
  body: string
  mediaType: MediaType | null
  isDeleted: boolean
  dataJson?: MessageData | null
}

const icons: Partial<Record<MediaType, LucideIcon>> = {
  image: Image,
  audio: Mic,
  video: Video,
  application: FileText,
  sticker: Sticker,
  locationMessage: MapPin,
  contactMessage: Contact,
  buttonsMessage: FileText,
  call_log: Phone,
  number_change: Phone,
}

export function summaryOf({ body, mediaType, isDeleted, dataJson }: Summarised, t: Texts['message']): string {
  if (isDeleted) return t.deleted
  const text = plainText(dataJson?.contentText ?? body)
  const kind = mediaType ? messageKindTexts[mediaType] : undefined
  if (mediaType === 'contactMessage') return dataJson?.contacts?.[0]?.name ?? t.kinds.contact
  if (mediaType === 'application' && text === '') return dataJson?.file?.name ?? t.kinds.document
  if (text !== '') return text
  if (kind) return t.kinds[kind]
  // Its content cannot be shown, or has not arrived yet.
  return dataJson?.awaited ? t.kinds.awaited : t.kinds.unsupported
}

export function summaryIcon(mediaType: MediaType | null): LucideIcon | undefined {
  return mediaType ? icons[mediaType] : undefined
}
