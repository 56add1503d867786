import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageId, QueueId } from '../../kernel/ids'
import type { BotState } from '../../ticket/bot-state.contract'
import type { TicketRow } from '../../ticket/ticket.queries'

declare module '../../ticket/bot-state.contract' {
  interface BotStates {
    /** Stored while a contact chooses among the options of a queue, until an agent accepts the ticket. */
    chatbot: {
      queueId: QueueId
      /**
       * The option whose suboptions are offered; null on the first level. An option without suboptions waits for an
       * agent.
       */
      optionId: number | null
      askedAt: number
      answer: string
      /** The message that offers the options; null when none are. */
      questionId: MessageId | null
    }
  }
}

export type ChatbotState = BotState<'chatbot'>

export function chatbotState(
  { now }: CompanyContext,
  ticket: TicketRow,
  optionId: number | null,
  { answer, questionId = null }: { answer: string; questionId?: MessageId | null },
): ChatbotState {
  return { kind: 'chatbot', queueId: ticket.queueId ?? 0, optionId, askedAt: now.getTime(), answer, questionId }
}
