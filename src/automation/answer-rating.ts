import { optionsOf } from '../connection/connection.queries'
import { queueAutomaticText } from '../message/queue-message'
import type { Automaton } from '../message/inbound/run-automata'
import { closeRatedTicket } from '../ticket/close-ticket'
import { countRepeat, isAutomationPaused } from '../ticket/ticket-automation'
import { chosenNumber } from './chosen-number'

const rateMin = 1
const rateMax = 5

/**
 * On a ticket that waits for a rating: 1 to 5 is the answer, and the ticket closes with the completion message. Anything
 * else repeats the question, up to maxUseBotQueuesNPS times; after that it is kept and nothing is said.
 */
export const answerRating: Automaton = (ctx, { ticket, connection, content }) => {
  if (ticket.status !== 'nps') return false
  const rate = chosenNumber(content)
  if (rate !== undefined && rate >= rateMin && rate <= rateMax) {
    const closed = closeRatedTicket(ctx, ticket.id, rate)
    queueAutomaticText(ctx, closed, connection.complationMessage)
    return true
  }
  const most = optionsOf(connection).maxUseBotQueuesNPS
  const mayAsk = most > 0 && !isAutomationPaused(ticket)
  if (mayAsk && countRepeat(ctx, ticket.id, most)) queueAutomaticText(ctx, ticket, connection.ratingMessage)
  return true
}
