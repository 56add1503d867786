import { sendFileList } from '../../file-list/send-file-list'
import type { Connection } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { queueAutomaticText } from '../../message/send/queue-message'
import { type ChatbotRow, listChatbotLevel } from '../../queue/chatbot/chatbot.queries'
import { findQueue } from '../../queue/queue.queries'
import { assignPendingTicket } from '../../ticket/assignment/assign-pending-ticket'
import { endBotTurn, releaseTicketFromBot, setBotState, startBot } from '../../ticket/bot-state'
import { finish } from '../../ticket/closing/close-ticket'
import { setTicketQueue } from '../../ticket/assignment/set-ticket-queue'
import { assignmentOf } from '../../ticket/ticket.policy'
import { getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { findUser } from '../../user/user.queries'
import { sendOutOfHoursText } from '../opening-hours/opening-hours'
import { sendQueuePosition } from '../queue-menu/queue-position'
import { routeWaiting } from '../ticket-timers/route-ticket'
import { recordBotStart } from '../bot-start'
import { typedWord, menuMessage } from '../menu'
import { listQueuesOfConnection } from '../../connection/save/connection-queues.view'
import { botTexts } from '../bot-texts'
import type { MessageId, QueueId } from '../../kernel/ids'
import type { BotState } from '../../ticket/bot-state.contract'

type ChatbotStep =
  | { kind: 'queue'; isGreeted?: boolean | undefined }
  | { kind: 'level'; optionId: number | null; intro: string }
  | { kind: 'option'; option: ChatbotRow }

export interface Visit {
  ticket: Pick<TicketRow, 'id'>
  connection: Connection
  /** The contact's message, if one started the visit; a flow or AI may start one, too. */
  message?: (Pick<InboundMessage, 'messageId'> & Partial<Pick<InboundMessage, 'content'>>) | undefined
  /** The message was not the choice of an option, so that an integration is asked about it. */
  isUnanswered?: boolean
}

interface Turn extends Visit {
  ctx: CompanyContext
  ticket: TicketRow
  /** Options executed since the contact's message, to detect queues that lead to each other. */
  done: Set<number>
}

/** `takenOver`: by an option, menu, integration, end or closed hours; the sender is silent from then on. */
type QueueOutcome = 'waits' | 'takenOver'

/** Continues until the contact is asked, the ticket waits for an agent, or it is closed. */
export function followOptions(ctx: CompanyContext, visit: Visit, first: ChatbotStep): QueueOutcome {
  const done = new Set<number>()
  let next: ChatbotStep | QueueOutcome = first
  while (typeof next === 'object')
    next = takeStep({ ...visit, ctx, ticket: getTicketRow(ctx, visit.ticket.id), done }, next)
  return done.size > 0 ? 'takenOver' : next
}

function takeStep(turn: Turn, step: ChatbotStep): ChatbotStep | QueueOutcome {
  if (step.kind === 'queue') return enterQueue(turn, step.isGreeted ?? false)
  if (step.kind === 'level') return offer(turn, step)
  return carryOut(turn, step.option)
}

/** A queue that only informs closes the ticket. */
function enterQueue(turn: Turn, isGreeted: boolean): ChatbotStep | QueueOutcome {
  const { ctx, connection, ticket } = turn
  endBotTurn(ctx, ticket.id)
  if (!isGreeted && sendOutOfHoursText(ctx, ticket, connection)) return 'takenOver'
  const queue = ticket.queueId === null ? undefined : findQueue(ctx, ticket.queueId)
  if (!queue) return 'waits'
  const { greetingMessage, fileListId, integrationId } = queue
  const offers = queue.chatbotCount > 0 && !queue.closeTicket
  const greetsWithOptions = offers && integrationId === null && fileListId === null && !isGreeted
  if (!isGreeted && !greetsWithOptions) queueAutomaticText(ctx, ticket, greetingMessage)
  sendFileList(ctx, ticket, fileListId)
  if (queue.closeTicket) return close(turn)
  if (integrationId !== null && startIntegration(turn, integrationId)) return 'takenOver'
  if (offers) return { kind: 'level', optionId: null, intro: greetsWithOptions ? greetingMessage : '' }
  sendQueuePosition(ctx, ticket.id)
  return 'waits'
}

/** A single option needs no question. */
function offer(
  { ctx, connection, message, ticket }: Turn,
  step: ChatbotStep & { kind: 'level' },
): ChatbotStep | QueueOutcome {
  const { optionId, intro } = step
  const options = ticket.queueId === null ? [] : listChatbotLevel(ctx, ticket.queueId, optionId)
  const [only] = options
  if (only && options.length === 1) {
    queueAutomaticText(ctx, ticket, intro)
    return { kind: 'option', option: only }
  }
  if (!only) {
    queueAutomaticText(ctx, ticket, intro)
    return 'waits'
  }
  recordStart(ctx, ticket)
  const { text, menu } = levelMenu(ctx, connection, { intro, options, isFirst: optionId === null })
  const questionId = queueAutomaticText(ctx, ticket, text, { menu }).at(-1) ?? null
  const answer = answerOf(message)
  startBot(ctx, ticket.id, chatbotState(ctx, ticket, optionId, { answer, questionId }))
  return 'takenOver'
}

function carryOut(turn: Turn, option: ChatbotRow): ChatbotStep | QueueOutcome {
  const { ctx, ticket } = turn
  const { id: optionId, greetingMessage: intro } = option
  if (turn.done.has(optionId)) return waitForAgent(turn, optionId)
  turn.done.add(optionId)
  const hasLevel = ticket.queueId !== null && listChatbotLevel(ctx, ticket.queueId, optionId).length > 0
  if (option.queueType === 'text' && hasLevel) return { kind: 'level', optionId, intro }
  queueAutomaticText(ctx, ticket, intro)
  switch (option.queueType) {
    case 'attendent':
      return handToAgent(turn, option)
    case 'queue':
      setTicketQueue(ctx, ticket.id, option.optQueueId)
      return { kind: 'queue' }
    case 'integration':
      if (option.optIntegrationId !== null && startIntegration(turn, option.optIntegrationId)) return 'takenOver'
      break
    case 'file':
      sendFileList(ctx, ticket, option.optFileId)
      if (hasLevel) return { kind: 'level', optionId, intro: '' }
      break
    default:
  }
  if (option.closeTicket) return close(turn)
  return waitForAgent(turn, optionId)
}

function close({ ctx, ticket }: Turn): QueueOutcome {
  finish(ctx, ticket, { farewell: false })
  return 'takenOver'
}

function handToAgent({ ctx, ticket }: Turn, { optQueueId, optUserId }: ChatbotRow): QueueOutcome {
  const moved = optQueueId === null ? ticket : setTicketQueue(ctx, ticket.id, optQueueId)
  releaseTicketFromBot(ctx, ticket.id)
  const agent = optUserId === null ? undefined : findUser(ctx, optUserId)
  if (agent) assignPendingTicket(ctx, moved, agent.id, { isLogged: true })
  else {
    sendQueuePosition(ctx, ticket.id)
    routeWaiting(ctx, ticket.id, assignmentOf(moved), { hasEntered: true })
  }
  return 'takenOver'
}

/** The words for going back and leaving still work. */
function waitForAgent({ ctx, message, ticket }: Turn, optionId: number): QueueOutcome {
  setBotState(ctx, ticket.id, chatbotState(ctx, ticket, optionId, { answer: answerOf(message) }))
  endBotTurn(ctx, ticket.id)
  sendQueuePosition(ctx, ticket.id)
  routeWaiting(ctx, ticket.id, assignmentOf(ticket), { hasEntered: true })
  return 'takenOver'
}

const answerOf = (message: Visit['message']) => (message?.content ? typedWord(message.content) : '')

function startIntegration({ ctx, message, isUnanswered = false, ticket }: Turn, integrationId: number) {
  if (!ctx.plan.useIntegrations) return false
  return ctx.company.services.ports.startIntegration(ctx, ticket, integrationId, message, isUnanswered)
}

function recordStart(ctx: CompanyContext, ticket: TicketRow) {
  const kind = ticket.automation?.kind
  if (kind !== 'chatbot' && kind !== 'queueMenu') recordBotStart(ctx, ticket)
}

/** `isUnanswered`: the message chose nothing. False when the integration cannot take the ticket. */
export type StartIntegration = (
  ctx: CompanyContext,
  ticket: TicketRow,
  integrationId: number,
  message: Pick<InboundMessage, 'messageId'> | undefined,
  isUnanswered: boolean,
) => boolean

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    startIntegration: StartIntegration
  }
}

interface Level {
  intro: string
  options: readonly ChatbotRow[]
  isFirst: boolean
}

export function levelMenu(ctx: CompanyContext, connection: Connection, { intro, options, isFirst }: Level) {
  const { back, leave } = botTexts(ctx)
  const hasBack = !isFirst || listQueuesOfConnection(ctx, connection.id).length > 1
  const choices = options.map((option) => ({ id: choiceOf(option), name: option.name }))
  return menuMessage(ctx, connection, { intro, choices, back: hasBack ? back : undefined, leave })
}

export const choiceOf = ({ id }: Pick<ChatbotRow, 'id'>) => `option-${id}`

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

function chatbotState(
  { now }: CompanyContext,
  ticket: TicketRow,
  optionId: number | null,
  { answer, questionId = null }: { answer: string; questionId?: MessageId | null },
): ChatbotState {
  return { kind: 'chatbot', queueId: ticket.queueId ?? 0, optionId, askedAt: now.getTime(), answer, questionId }
}
