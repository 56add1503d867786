import type { MessageRow } from '../../message/message.queries'
import type { ChatMessage } from './chat-client'

const messageMax = 4_000
const totalMax = 60_000

const placeholders: Partial<Record<NonNullable<MessageRow['mediaType']>, string>> = {
  image: '[image]',
  audio: '[voice note]',
  video: '[video]',
  application: '[file]',
  sticker: '[sticker]',
  locationMessage: '[location]',
  contactMessage: '[contact card]',
  call_log: '[call]',
}

export function chatHistory(messages: readonly MessageRow[]): ChatMessage[] {
  const history: ChatMessage[] = []
  let length = 0
  for (const message of messages.toReversed()) {
    const content = textOfMessage(message)
    if (content === '') continue
    length += content.length
    if (length > totalMax) break
    history.push({ role: message.fromMe ? 'assistant' : 'user', content })
  }
  return history.reverse()
}

/** Of a voice note, returns the transcription. */
export function textOfMessage({ body, mediaType, data }: MessageRow): string {
  const text = body.trim() || data?.transcription || ''
  const placeholder =
    mediaType === null || (mediaType === 'audio' && text !== '') ? '' : (placeholders[mediaType] ?? '')
  return [placeholder, text]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, messageMax)
}
