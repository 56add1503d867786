import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import { composeMessages } from '../message/compose/compose-messages'
import type { InboundMessage } from '../message/inbound/inbound-message'
import { readLoopSigns } from '../message/send/loop-signs'
import { queueMessages } from '../message/send/queue-message'
import { areBotsPaused, pauseBots } from '../ticket/bot-state'
import { botTexts } from './bot-texts'
import { chosenNumber } from './chosen-number'
import { isSlowLoop } from './slow-loop.view'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'bot.loopStopped': { automatic: number; repeats: number }
  }
}

const automaticMax = { same: 20, any: 60 }
/** Many answers are a loop only if they answer as many messages. */
const inboundMin = { same: 6, any: 25 }
const repeatsMax = 4

/** Pauses the ticket's bots, notes it for colleagues, and leaves the message unanswered. */
export function stopLoop(ctx: CompanyContext, message: InboundMessage): boolean {
  const { ticket, messageId, content } = message
  const signs = readLoopSigns(ctx, messageId)
  const { automatic, repeats } = signs
  // A person may choose the first option of nested menus five times.
  const isRepeated = repeats > repeatsMax && chosenNumber(content) === undefined
  const isSame = signs.automaticSinceOther > automaticMax.same && signs.inboundSinceOther >= inboundMin.same
  const isFlood = automatic > automaticMax.any && signs.inbound >= inboundMin.any
  const isPaused = areBotsPaused(ticket)
  if (!isRepeated && !isSame && !isFlood && (isPaused || !isSlowLoop(ctx, message))) return false
  if (isPaused) return true
  pauseBots(ctx, ticket.id)
  const note = { texts: [botTexts(ctx).loopStopped] }
  queueMessages(ctx, ticket, composeMessages(ctx, ticket, note, { isPrivate: true }))
  recordEvent(ctx, 'bot.loopStopped', { ticketId: ticket.id, contactId: ticket.contactId }, { automatic, repeats })
  return true
}
