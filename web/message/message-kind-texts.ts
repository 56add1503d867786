import type { MediaType } from '../../src/message/message.contract'
import type { notice } from '../i18n/pt/notice'

export const messageKindTexts: Partial<Record<MediaType, keyof typeof notice.kinds>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'document',
  sticker: 'sticker',
  locationMessage: 'location',
  contactMessage: 'contact',
  buttonsMessage: 'buttons',
  call_log: 'call',
  number_change: 'numberChange',
}
