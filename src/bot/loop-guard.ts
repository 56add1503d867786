import type { CompanyContext } from '../kernel/company-context'
import { recordEvent } from '../kernel/event-log'
import { composeMessages } from '../message/compose-messages'
import type { InboundMessage } from '../message/inbound/inbound-message'
import { readLoopSigns } from '../message/loop-signs'
import { queueMessages } from '../message/queue-message'
import { areBotsPaused, pauseBots } from '../ticket/bot-state'
import { botTexts } from './bot-texts'
import { chosenNumber } from './chosen-number'

declare module '../kernel/event-log' {
  interface EventPayloads {
    /** Bots fell silent on the ticket, because the contact seemed to be a bot, too. */
    'bot.loopStopped': { automatic: number; repeats: number }
  }
}

/** Automatic messages within five minutes: while the contact writes the same all the time, and in any case. */
const automaticMax = { same: 20, any: 60 }
/** The same text within a minute. */
const repeatsMax = 4

/**
 * Whether the contact's message continues a loop of two bots. Then bots pause on the ticket, with a note for colleagues, and
 * nobody answers the message.
 */
export function stopLoop(ctx: CompanyContext, { ticket, messageId, content }: InboundMessage): boolean {
  const { automatic, automaticSinceOther, repeats } = readLoopSigns(ctx, messageId)
  // Who walks through menus may well choose the first option five times.
  const isRepeated = repeats > repeatsMax && chosenNumber(content) === undefined
  if (!isRepeated && automaticSinceOther <= automaticMax.same && automatic <= automaticMax.any) return false
  if (areBotsPaused(ticket)) return true
  pauseBots(ctx, ticket.id)
  const note = { texts: [botTexts(ctx).loopStopped] }
  queueMessages(ctx, ticket, composeMessages(ctx, ticket, note, { isPrivate: true }))
  recordEvent(ctx, 'bot.loopStopped', { ticketId: ticket.id, contactId: ticket.contactId }, { automatic, repeats })
  return true
}
