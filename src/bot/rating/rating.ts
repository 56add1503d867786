import { optionsOf } from '../../connection/connection.queries'
import { isClosingMessageDue } from '../../message/send/closing-message'
import { queueAutomaticText } from '../../message/send/queue-message'
import { closeRatedTicket } from '../../ticket/closing/close-ticket'
import { countRepeat, areBotsPaused, mayRepeat } from '../../ticket/bot-state'
import type { Bot } from '../bot'
import { chosenNumber } from '../chosen-number'
import { isOnVacation } from '../vacation/vacation'

const rateMin = 1
const rateMax = 5

/** 1 to 5 closes the ticket; anything else repeats the question up to maxUseBotQueuesNPS times, not during a vacation. */
export const rating: Bot = {
  kind: 'rating',
  statuses: [],
  isGate: true,
  ignoresDisableBot: true,
  owns: ({ status }) => status === 'nps',
  claims(ctx, { ticket, connection, content }) {
    if (isClosingMessageDue(ctx, ticket.id)) return 'none'
    if (chosenNumber(content) !== undefined) return 'always'
    if (isOnVacation(ctx, connection)) return 'none'
    return mayRepeat(ticket, optionsOf(connection).maxUseBotQueuesNPS) ? 'answer' : 'none'
  },
  resume(ctx, { ticket, connection, content }) {
    // The contact has not seen the question yet.
    const isUnasked = isClosingMessageDue(ctx, ticket.id)
    const rate = isUnasked ? undefined : chosenNumber(content)
    if (rate !== undefined && rate >= rateMin && rate <= rateMax) {
      const closed = closeRatedTicket(ctx, ticket.id, rate)
      queueAutomaticText(ctx, closed, connection.complationMessage)
      return 'handled'
    }
    if (isOnVacation(ctx, connection)) return 'pass'
    if (isUnasked) return 'handled'
    const limit = optionsOf(connection).maxUseBotQueuesNPS
    const mayAsk = limit > 0 && !areBotsPaused(ticket)
    if (mayAsk && countRepeat(ctx, ticket.id, limit)) queueAutomaticText(ctx, ticket, connection.ratingMessage)
    return 'handled'
  },
}
