import type { ConnectionOptions } from '../connection/connection.contract'
import type { CompanyContext } from '../kernel/company-context'
import { closeRatedTicket } from '../ticket/close-ticket'
import { getTicketRow } from '../ticket/ticket.queries'
import { queueAutomaticText } from './queue-message'
import type { Automaton } from './run-automata'

interface Words {
  question: string
  completion: string
  options: string
}

const repeatsMaxDefault = 3

/**
 * On a ticket that waits for a rating: 1 to 5 is the answer, and the ticket closes with the completion message. Anything
 * else repeats the question, up to maxUseBotQueuesNPS times; after that it is kept and nothing is said.
 */
export const answerRating: Automaton = (ctx, { ticket, content }) => {
  if (ticket.status !== 'nps') return false
  const words = readWords(ctx, ticket.connectionId)
  const answer = /^\s*([1-5])\s*$/.exec(content.body)?.[1]
  if (answer && content.mediaType === null) {
    closeRatedTicket(ctx, ticket.id, Number(answer))
    queueAutomaticText(ctx, getTicketRow(ctx, ticket.id), words?.completion ?? '')
    return true
  }
  const repeated = ctx.company.sqlite
    .query(
      'UPDATE ticket SET amount_used_bot_queues = amount_used_bot_queues + 1 WHERE id = ? AND amount_used_bot_queues < ?',
    )
    .run(ticket.id, repeatsMax(words))
  if (repeated.changes > 0) queueAutomaticText(ctx, ticket, words?.question ?? '')
  return true
}

function repeatsMax(words: Words | undefined) {
  const options = JSON.parse(words?.options || '{}') as Partial<ConnectionOptions>
  return options.maxUseBotQueuesNPS ?? repeatsMaxDefault
}

function readWords(ctx: CompanyContext, connectionId: number | null): Words | undefined {
  const row = ctx.company.sqlite
    .query<Words, [number | null]>(
      'SELECT rating_message AS question, complation_message AS completion, options FROM connection WHERE id = ?',
    )
    .get(connectionId)
  return row ?? undefined
}
