import type { CompanyContext } from '../../kernel/company/company-context'
import type { MessageId, QueueId } from '../../kernel/ids'
import type { BotState } from '../../ticket/bot-state.contract'
import type { TicketRow } from '../../ticket/ticket.queries'

declare module '../../ticket/bot-state.contract' {
  interface BotStates {
    chatbot: {
      queueId: QueueId
      optionId: number | null
      askedAt: number
      answer: string
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
