import { queueAutomaticText } from '../message/queue-message'
import type { Automaton } from '../message/inbound/run-automata'
import { isSettingEnabled } from '../setting/setting.queries'
import { wordsOf } from './words'

/**
 * Where the company or this contact's record takes no audio, each one is kept and answered with the request to write. On
 * open tickets as well: it is the agent who cannot listen.
 */
export const refuseAudio: Automaton = (ctx, { ticket, contact, content, messageId }) => {
  if (content.mediaType !== 'audio' || ticket.isGroup) return false
  if (contact.acceptAudioMessage && isSettingEnabled(ctx, 'acceptAudioMessageContact')) return false
  queueAutomaticText(ctx, ticket, wordsOf(ctx).audioRefused, { quotedMessageId: messageId })
  return true
}
