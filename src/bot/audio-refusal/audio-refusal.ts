import { queueAutomaticText } from '../../message/send/queue-message'
import { isSettingEnabled } from '../../setting/setting.queries'
import { countNotice } from '../../ticket/history/ticket-notice'
import { ticketStatuses } from '../../ticket/ticket-status'
import type { Bot } from '../bot'
import { botTexts } from '../bot-texts'

/** Also on open tickets: the agent cannot listen. */
export const audioRefusal: Bot = {
  kind: 'audioRefusal',
  statuses: ticketStatuses,
  isGate: true,
  startsWhenPaused: true,
  ignoresDisableBot: true,
  start(ctx, { ticket, contact, content, messageId }) {
    if (content.mediaType !== 'audio' || ticket.isGroup) return 'pass'
    if (contact.acceptAudioMessage && isSettingEnabled(ctx, 'acceptAudioMessageContact')) return 'pass'
    countNotice(ctx, ticket.id, 'audioRefused', { timesMax: 0 })
    queueAutomaticText(ctx, ticket, botTexts(ctx).audioRefused, { quotedMessageId: messageId })
    return 'handled'
  },
}
