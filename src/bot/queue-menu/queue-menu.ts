import { type ConnectionQueue, listQueuesOfConnection } from '../../connection/save/connection-queues.view'
import { type Connection, findOnlyQueue, optionsOf } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { minuteMs } from '../../kernel/time/durations.contract'
import { queueAutomaticText } from '../../message/send/queue-message'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { finish } from '../../ticket/closing/close-ticket'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { startBot, setBotState, countRepeat, mayRepeat } from '../../ticket/bot-state'
import type { BotState } from '../../ticket/bot-state.contract'
import { lastNoticeAtMs, countNotice } from '../../ticket/history/ticket-notice'
import { getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { recordBotStart } from '../bot-start'
import type { Bot } from '../bot'
import { backWord, chosenOption, claimOfMenu, leaveWord, menuMessage, typedWord } from '../menu'
import { enterChosenQueue, enterOnlyQueue, sendGreeting } from './enter-queue'
import { redirectAfterWaiting } from '../ticket-timers/redirect-ticket'
import { botTexts } from '../bot-texts'

declare module '../../ticket/bot-state.contract' {
  interface BotStates {
    queueMenu: { askedAt: number }
  }
}

type QueueMenuState = BotState<'queueMenu'>

export const queueMenu: Bot = {
  kind: 'queueMenu',
  statuses: ['pending'],
  start(ctx, message) {
    const { ticket } = message
    if (ticket.userId !== null) return 'pass'
    return outcome(ticket.queueId === null ? ask(ctx, message) : greetOnce(ctx, message))
  },
  claims(ctx, { ticket, connection, content }) {
    if (ticket.status !== 'pending') return 'none'
    const queues = ticket.queueId === null ? listQueuesOfConnection(ctx, connection.id) : []
    return claimOfMenu(content, queues.map(choiceOf), mayRepeat(ticket, optionsOf(connection).maxUseBotQueues))
  },
  resume(ctx, message) {
    const { ticket } = message
    if (ticket.status !== 'pending' || ticket.automation?.kind !== 'queueMenu') return 'pass'
    return outcome(readAnswer(ctx, message, ticket.automation))
  },
}

const outcome = (hasSent: boolean) => (hasSent ? 'handled' : 'pass')

function readAnswer(ctx: CompanyContext, message: InboundMessage, state: QueueMenuState): boolean {
  const { ticket, connection, content } = message
  const typed = typedWord(content)
  if (typed === leaveWord) return leave(ctx, message)
  if (typed === backWord) return goBack(ctx, message)
  if (ticket.queueId !== null) return false
  const queues = listQueuesOfConnection(ctx, connection.id)
  const queue = queues[chosenOption(content, queues.map(choiceOf)) ?? -1]
  if (queue) {
    enterChosenQueue(ctx, setTicketQueue(ctx, ticket.id, queue.id), connection, { message })
    return true
  }
  askAgain(ctx, message, state, queues)
  return true
}

function ask(ctx: CompanyContext, { ticket, connection }: InboundMessage): boolean {
  const queues = connection.greetingMessage.trim() ? listQueuesOfConnection(ctx, connection.id) : []
  if (queues.length < 2) return false
  recordBotStart(ctx, ticket)
  showMenu(ctx, ticket, connection, queues)
  return true
}

function showMenu(ctx: CompanyContext, ticket: TicketRow, connection: Connection, queues: readonly ConnectionQueue[]) {
  startBot(ctx, ticket.id, requestedNow(ctx))
  const { text, menu } = menuOf(ctx, connection, queues)
  sendGreeting(ctx, ticket, connection, text, menu)
}

/** Limited by maxUseBotQueues and timeUseBotQueues. Then silent, but accepts a number. */
function askAgain(
  ctx: CompanyContext,
  message: InboundMessage,
  state: QueueMenuState,
  queues: readonly ConnectionQueue[],
) {
  const { ticket, connection } = message
  const { maxUseBotQueues, timeUseBotQueues } = optionsOf(connection)
  if (queues.length === 0 || ctx.now.getTime() < state.askedAt + timeUseBotQueues * minuteMs) return
  if (!countRepeat(ctx, ticket.id, maxUseBotQueues)) return
  setBotState(ctx, ticket.id, requestedNow(ctx))
  const { text, menu } = menuOf(ctx, connection, queues)
  queueAutomaticText(ctx, ticket, [botTexts(ctx).invalidOption, text].join('\n\n'), { menu })
}

const requestedNow = ({ now }: CompanyContext): QueueMenuState => ({ kind: 'queueMenu', askedAt: now.getTime() })

/** Returns from the chosen queue to the main menu, before an agent accepts the ticket. False where there is no menu. */
export function goBack(ctx: CompanyContext, { ticket, connection }: InboundMessage): boolean {
  const queues = listQueuesOfConnection(ctx, connection.id)
  if (ticket.userId !== null || queues.length < 2) return false
  const free = setTicketQueue(ctx, ticket.id, null)
  if (ticket.queueId !== null) redirectAfterWaiting(ctx, free)
  showMenu(ctx, free, connection, queues)
  return true
}

export function leave(ctx: CompanyContext, { ticket, connection }: InboundMessage): boolean {
  queueAutomaticText(ctx, ticket, connection.complationMessage)
  finish(ctx, getTicketRow(ctx, ticket.id), { farewell: false })
  return true
}

function greetOnce(ctx: CompanyContext, message: InboundMessage): boolean {
  const { ticket, connection } = message
  if (lastNoticeAtMs(ctx, ticket.id, 'greeting') !== undefined) return false
  if (findOnlyQueue(ctx, connection.id) !== ticket.queueId) return false
  countNotice(ctx, ticket.id, 'greeting', { timesMax: 1 })
  enterOnlyQueue(ctx, message)
  return true
}

function menuOf(ctx: CompanyContext, connection: Connection, queues: readonly ConnectionQueue[]) {
  const choices = queues.map((queue) => ({ id: choiceOf(queue), name: queue.name }))
  return menuMessage(ctx, connection, { intro: connection.greetingMessage, choices, leave: botTexts(ctx).leave })
}

const choiceOf = ({ id }: ConnectionQueue) => `queue-${id}`
