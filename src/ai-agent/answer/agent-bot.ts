import { AiError } from '../../ai/ai-error'
import { chatHistory, textOfMessage } from '../../ai/chat/chat-history'
import { type AiBotState, aiTurnTimes, claimOfAi, handOverToQueue, noteAiFailure } from '../../ai/prompt/hand-over'
import { awaitsTranscription, transcribeAll } from '../../ai/speech/transcribe-message'
import type { Bot, BotTurn, TurnQuestion } from '../../bot/bot'
import { claimTurn } from '../../bot/bot-turn'
import { recordBotStart, isUnclaimed } from '../../bot/bot-start'
import { optionsOf } from '../../connection/connection.queries'
import { findContactRow } from '../../contact/contact.queries'
import { type CompanyContext, asSystem } from '../../kernel/company/company-context'
import type { FreshContext } from '../../kernel/job/jobs'
import type { InboundMessage } from '../../message/inbound/inbound-message'
import { findMessageRow, listTicketMessages, type MessageRow } from '../../message/message.queries'
import { queueAutomaticText } from '../../message/send/queue-message'
import { startBot, setBotState } from '../../ticket/bot-state'
import type { BotState } from '../../ticket/bot-state.contract'
import { returnTicket } from '../../ticket/assignment/return-ticket'
import { getTicketRow, type TicketRow } from '../../ticket/ticket.queries'
import { type Agent, findAgent } from '../agent/agent.record'
import { findTranscriptionModel } from '../provider/ai-provider.record'
import { type AgentReply, askAgent, endpointOf } from './ask-agent'
import { findMedia } from '../../kernel/file/media-store'
import { findTag } from '../../tag/tag.queries'
import { changeTags } from '../../tag/tag-links'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { moveToLane } from '../../ticket/board/move-to-lane'
import { storeAnswer } from './agent-answers'

interface Applied {
  reply: AgentReply
  question: string
  answers: number
  isLast: boolean
}

const questionMax = 2_000

function applyReply(ctx: CompanyContext, ticket: TicketRow, agent: Agent, applied: Applied) {
  const { reply, question, answers, isLast } = applied
  const { text, actions, model, sources, usage } = reply
  const state = getTicketRow(ctx, ticket.id).automation
  if (state?.kind === 'agent') setBotState(ctx, ticket.id, { ...state, answers })
  const data = { aiAgentId: agent.id }
  const files = actions.mediaIds.flatMap((id) => findMedia(ctx, id) ?? [])
  const contents = [
    ...queueAutomaticText(ctx, ticket, text, { variables: 'none', data }),
    ...files.flatMap((media) => queueAutomaticText(ctx, ticket, '', { media, data })),
  ]
  storeAnswer(ctx, contents, { agentId: agent.id, model, question: question.slice(0, questionMax), sources, ...usage })
  for (const tagId of actions.tagIds) addTag(ctx, ticket, tagId)
  if (actions.transfer || isLast) {
    const { queueId, reason } = actions.transfer ?? { queueId: agent.queueIds[0] ?? null, reason: '' }
    handOverToQueue(ctx, ticket, { queueId, reason, isSilent: text !== '' })
  } else if (actions.ends) {
    closeTicket(asSystem(ctx), ticket.id, { farewell: false })
  }
}

function addTag(ctx: CompanyContext, ticket: TicketRow, tagId: number) {
  const tag = findTag(ctx, tagId)
  if (tag?.kanban) moveToLane(ctx, ticket, tagId)
  else if (tag) changeTags(ctx, ticket.contactId, { add: [tagId], remove: [] })
}

declare module '../../ticket/bot-state.contract' {
  interface BotStates {
    agent: AiBotState & {
      agentId: number
      answers: number
      hasGreeted: boolean
      variables: Readonly<Record<string, string>>
    }
  }
}

type AgentState = BotState<'agent'>

interface Answer {
  reply?: AgentReply
  question: string
  /** Retries cannot solve it. */
  failure?: AiError
}

const answersMax = 50
const historyMax = 30

const turn: BotTurn<'agent', Answer> = { ...aiTurnTimes, ask, apply, retry: noteFailure, fail: giveUp }

/** Selected by the connection or a flow, until it hands over or a user takes the ticket. */
export const agentBot: Bot = {
  kind: 'agent',
  statuses: ['pending'],
  plan: 'useOpenAi',
  recordOf: (_ctx, { automation: state }) =>
    state?.kind === 'agent' ? { kind: 'agent', id: state.agentId } : undefined,
  start(ctx, message) {
    const { agentId } = optionsOf(message.connection)
    const agent = agentId === null ? undefined : findAgent(ctx, agentId)
    if (!agent || !isUnclaimed(ctx, message)) return 'pass'
    take(ctx, message, agent, bind(ctx, message.ticket, agent, {}))
    return 'handled'
  },
  claims: (_, { ticket }) => claimOfAi(ticket),
  resume(ctx, message) {
    const { status, automation: state } = message.ticket
    if (status !== 'pending' || state?.kind !== 'agent' || state.handedOver) return 'pass'
    take(ctx, message, agentOf(ctx, message.ticket), state)
    return 'handled'
  },
  turn,
}

/** Assigns a ticket to an AI agent, within a transaction. Returns false if the agent does not exist or may not answer. */
export function startAgent(
  ctx: CompanyContext,
  given: TicketRow,
  agentId: number,
  variables: Readonly<Record<string, string>>,
): boolean {
  const agent = findAgent(ctx, agentId)
  if (!agent || !ctx.plan.useOpenAi) return false
  if (given.status === 'open') returnTicket(ctx, given.id)
  const ticket = getTicketRow(ctx, given.id)
  if (ticket.status !== 'pending') return false
  const state = bind(ctx, ticket, agent, variables)
  // Otherwise a contact without a greeting would get no answer.
  const last = state.hasGreeted ? undefined : listTicketMessages(ctx, ticket.id, historyMax).findLast((m) => !m.fromMe)
  if (last) take(ctx, { ticket, messageId: last.id }, agent, state)
  return true
}

function bind(ctx: CompanyContext, ticket: TicketRow, agent: Agent, variables: AgentState['variables']): AgentState {
  const hasGreeted = agent.greetingPhrase !== ''
  const state: AgentState = {
    kind: 'agent',
    agentId: agent.id,
    turn: 0,
    firstMessageId: null,
    answers: 0,
    hasGreeted,
    variables,
  }
  recordBotStart(ctx, ticket)
  startBot(ctx, ticket.id, state)
  if (hasGreeted) queueAutomaticText(ctx, ticket, agent.greetingPhrase)
  return state
}

function take(
  ctx: CompanyContext,
  message: Pick<InboundMessage, 'ticket' | 'messageId'>,
  agent: Agent | undefined,
  state: AgentState,
) {
  claimTurn(ctx, message, state, { debounceMs: Math.max(aiTurnTimes.debounceMs, (agent?.delay ?? 0) * 1000) })
}

const agentOf = (ctx: CompanyContext, { automation }: TicketRow) =>
  automation?.kind === 'agent' ? findAgent(ctx, automation.agentId) : undefined

async function ask(freshContext: FreshContext, question: TurnQuestion<'agent'>, signal: AbortSignal): Promise<Answer> {
  const ctx = freshContext()
  const agent = agentOf(ctx, question.ticket)
  if (question.messages.length === 0) return { question: '' }
  try {
    if (!agent) throw new AiError('requestRefused', 'The agent was deleted')
    if (!ctx.plan.useOpenAi) throw new AiError('requestRefused', 'The plan no longer includes AI')
    await transcribeSpoken(freshContext, agent, question.messages, signal)
    return await answerOf(freshContext(), agent, question, signal)
  } catch (error) {
    if (error instanceof AiError && !error.isTemporary) return { question: '', failure: error }
    throw error
  }
}

/** Without a model for audio a placeholder remains, to which the agent can react. */
async function transcribeSpoken(
  freshContext: FreshContext,
  agent: Agent,
  messages: readonly MessageRow[],
  signal: AbortSignal,
) {
  const isSpoken = messages.some(awaitsTranscription)
  const model = isSpoken ? findTranscriptionModel(freshContext(), agent.aiProviderId) : undefined
  if (model === undefined) return
  const owner = { kind: 'agent', id: agent.id } as const
  const sourceOf = () => ({ endpoint: endpointOf(freshContext(), agent), owner, model })
  await transcribeAll(freshContext, messages, sourceOf, signal)
}

async function answerOf(
  ctx: CompanyContext,
  agent: Agent,
  { ticket, messages, state }: TurnQuestion<'agent'>,
  signal: AbortSignal,
) {
  const { hasGreeted, variables } = state
  const questions = messages.flatMap(({ id }) => findMessageRow(ctx, id) ?? [])
  const ids = new Set(questions.map(({ id }) => id))
  // A greeting may follow the messages that are answered.
  const earlier = listTicketMessages(ctx, ticket.id, historyMax).filter(({ id }) => !ids.has(id))
  const question = questions.map(textOfMessage).join('\n')
  const previousQuestion = earlier.findLast(({ fromMe }) => !fromMe)
  const reply = await askAgent(ctx, {
    agent,
    channel: ticket.channel,
    messages: chatHistory([...earlier, ...questions]),
    // "And how much?" refers to the earlier message.
    question: previousQuestion ? `${textOfMessage(previousQuestion)}\n${question}` : question,
    contactName: findContactRow(ctx, ticket.contactId)?.name,
    contactId: ticket.contactId,
    variables,
    hasGreeted,
    signal,
  })
  return { reply, question }
}

function apply(ctx: CompanyContext, { ticket, state }: TurnQuestion<'agent'>, { reply, question, failure }: Answer) {
  if (failure) return giveUp(ctx, ticket, failure)
  const agent = agentOf(ctx, ticket)
  if (!reply || !agent) return
  const answers = state.answers + 1
  applyReply(ctx, ticket, agent, { reply, question, isLast: answers >= answersMax, answers })
}

function noteFailure(ctx: CompanyContext, ticket: TicketRow, error: unknown) {
  const agent = agentOf(ctx, ticket)
  if (agent) noteAiFailure(ctx, { kind: 'agent', id: agent.id }, ticket.id, error)
}

function giveUp(ctx: CompanyContext, ticket: TicketRow, error: unknown) {
  noteFailure(ctx, ticket, error)
  handOverToQueue(ctx, ticket, { queueId: agentOf(ctx, ticket)?.queueIds[0] ?? null })
}
