import { optionsOf } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { findMessageRow } from '../../message/message.queries'
import { queueAutomaticText } from '../../message/send/queue-message'
import { type ChatbotRow, findChatbotOption, listChatbotLevel } from '../../queue/chatbot/chatbot.queries'
import { findQueue } from '../../queue/queue.queries'
import { countRepeat, mayRepeat, setBotState } from '../../ticket/bot-state'
import type { TicketRow } from '../../ticket/ticket.queries'
import type { Bot, BotOutcome } from '../bot'
import { botTexts } from '../bot-texts'
import { backWord, chosenOption, claimOfMenu, leaveWord, typedWord } from '../menu'
import { goBack, leave } from '../queue-menu/queue-menu'
import { followOptions, choiceOf, levelMenu, type ChatbotState } from './follow-options'

/** A double tap: nobody has read the next options yet. */
const doubleAnswerMs = 1000

export const chatbot: Bot = {
  kind: 'chatbot',
  statuses: ['pending'],
  claims(ctx, { ticket, connection, content }) {
    const state = stateOf(ticket)
    if (!state) return 'none'
    const ids = listChatbotLevel(ctx, state.queueId, state.optionId).map(choiceOf)
    return claimOfMenu(content, ids, mayRepeat(ticket, optionsOf(connection).maxUseBotQueues))
  },
  resume(ctx, message) {
    const state = stateOf(message.ticket)
    return state ? readAnswer(ctx, message, state) : 'pass'
  },
}

function stateOf({ status, userId, queueId, automation: state }: TicketRow): ChatbotState | undefined {
  if (state?.kind !== 'chatbot' || status !== 'pending') return undefined
  return userId === null && queueId === state.queueId ? state : undefined
}

function readAnswer(ctx: CompanyContext, message: InboundMessage, state: ChatbotState): BotOutcome {
  const { queueId, optionId } = state
  const typed = typedWord(message.content)
  if (typed === leaveWord) return leave(ctx, message) ? 'handled' : 'pass'
  if (typed === backWord) return goBack(ctx, message) ? 'handled' : showFirstLevel(ctx, message)
  if (isDoubleAnswer(ctx, state, typed)) return 'handled'
  const parent = optionId === null ? undefined : findChatbotOption(ctx, optionId)
  if (optionId !== null && parent?.queueId !== queueId) return showFirstLevel(ctx, message)
  const options = listChatbotLevel(ctx, queueId, optionId)
  if (options.length === 0) return 'pass'
  const option = options[chosenOption(message.content, options.map(choiceOf)) ?? -1]
  if (option) followOptions(ctx, { ...message, message }, { kind: 'option', option })
  else askAgain(ctx, message, state, options, parent)
  return 'handled'
}

/** A message sent twice would choose from options that the contact has not seen. */
function isDoubleAnswer(ctx: CompanyContext, { answer, askedAt, questionId }: ChatbotState, typed: string) {
  if (questionId === null || typed !== answer || ctx.now.getTime() - askedAt >= doubleAnswerMs) return false
  return findMessageRow(ctx, questionId)?.sendState === 'queued'
}

function showFirstLevel(ctx: CompanyContext, message: InboundMessage): BotOutcome {
  const queue = message.ticket.queueId === null ? undefined : findQueue(ctx, message.ticket.queueId)
  if (!queue?.chatbotCount) return 'pass'
  followOptions(ctx, { ...message, message }, { kind: 'level', optionId: null, intro: queue.greetingMessage })
  return 'handled'
}

/** Repeats as often as the menu of queues. After that the bot is silent but accepts a number. */
function askAgain(
  ctx: CompanyContext,
  { ticket, connection }: InboundMessage,
  state: ChatbotState,
  options: readonly ChatbotRow[],
  parent: ChatbotRow | undefined,
) {
  const { maxUseBotQueues, timeUseBotQueues } = optionsOf(connection)
  if (ctx.now.getTime() < state.askedAt + timeUseBotQueues * minuteMs) return
  if (!countRepeat(ctx, ticket.id, maxUseBotQueues)) return
  setBotState(ctx, ticket.id, { ...state, askedAt: ctx.now.getTime() })
  const intro = (parent ?? findQueue(ctx, state.queueId))?.greetingMessage ?? ''
  const { text, menu } = levelMenu(ctx, connection, { intro, options, isFirst: parent === undefined })
  queueAutomaticText(ctx, ticket, [botTexts(ctx).invalidOption, text].join('\n\n'), { menu })
}
