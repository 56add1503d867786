import type { CompanyContext } from '../../kernel/company-context'
import type { MessageId, QueueId } from '../../kernel/ids'
import type { BotState } from '../../ticket/bot-state'
import type { TicketRow } from '../../ticket/ticket.queries'

/** The contact stands on a level of the queue's options. It may choose until an agent accepts the ticket. */
export interface ChatbotState extends BotState {
  kind: 'chatbot'
  queueId: QueueId
  /** The option whose options are offered; null on the first level. One without options waits for an agent. */
  optionId: number | null
  askedAt: number
  /** The contact's message that led here. */
  answer: string
  /** The message that offers the options; null when none are. */
  questionId: MessageId | null
}

export const chatbotKind = 'chatbot'

export function chatbotState(
  { now }: CompanyContext,
  ticket: TicketRow,
  optionId: number | null,
  { answer, questionId = null }: { answer: string; questionId?: MessageId | null },
): ChatbotState {
  return { kind: chatbotKind, queueId: ticket.queueId ?? 0, optionId, askedAt: now.getTime(), answer, questionId }
}

/** Returns the typed text for comparison with the menu's words. */
export function typedWord({ body, mediaType }: { body: string; mediaType: string | null }) {
  return mediaType === null ? body.trim().toLowerCase() : ''
}
