import type { PushNotice } from '../../src/push/push.contract'
import type { notice as noticeTexts } from '../i18n/pt/notice'
import { plainText } from '../message/bubble/format-text'
import { messageKindTexts } from '../message/message-kind-texts'

type NoticeTexts = typeof noticeTexts

export function noticeText(notice: PushNotice, t: NoticeTexts): { title: string; body: string } {
  const { kind, contact, from, mediaType } = notice
  if (kind === 'test') return t.test
  if (kind === 'several') return { title: t.several(notice.count), body: contact }
  const kindText = mediaType ? messageKindTexts[mediaType] : undefined
  const body = plainText(notice.text) || (kindText ? t.kinds[kindText] : '')
  if (kind === 'message') return { title: contact, body }
  if (kind === 'waiting') return { title: t.waiting(contact), body }
  return { title: t.personal[kind](from, contact), body }
}
