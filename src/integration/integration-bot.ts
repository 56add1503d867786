import type { Bot, BotTurn, TurnQuestion } from '../bot/bot'
import { recordBotError } from '../bot/bot-errors'
import { claimTurn } from '../bot/bot-turn'
import { recordBotStart, isUnclaimed } from '../bot/bot-start'
import type { StartIntegration } from '../bot/chatbot/follow-options'
import { findConnection, optionsOf } from '../connection/connection.queries'
import { findContactRow } from '../contact/contact.queries'
import { findFlow } from '../flow/run/find-flow'
import { startFlow } from '../flow/run/flow-run'
import type { CompanyContext } from '../kernel/company/company-context'
import { foldText } from '../kernel/text/fold-text.contract'
import type { MessageId } from '../kernel/ids'
import type { FreshContext } from '../kernel/job/jobs'
import type { StageFile } from '../kernel/file/media-store'
import type { InboundMessage } from '../message/inbound/inbound-message'
import { queueAutomaticText } from '../message/send/queue-message'
import { setUseIntegration, startBot } from '../ticket/bot-state'
import { countNotice } from '../ticket/history/ticket-notice'
import type { TicketRow } from '../ticket/ticket.queries'
import { askIntegration } from './ask-integration'
import type { BotAnswer } from './bot-answer'
import { applyBotAnswer, closeByBot, endIntegration } from './apply-bot-answer'
import { fetchReplyFiles, type Ready } from './fetch-reply-files'
import { IntegrationError, integrationErrorOf } from './integration-error'
import { findIntegration, type Integration } from './integration.record'
import type { IntegrationState } from './integration-state'
import { defaultFlowId } from './trigger/list-flow-triggers'

type ReadyAnswer = (Omit<BotAnswer, 'replies'> & { ready: readonly Ready[] }) | { failure: IntegrationError }

const debounceMs = 500

const turn: BotTurn<'integration', ReadyAnswer> = {
  debounceMs,
  timeLimitMs: 110_000,
  ask,
  apply,
  retry: noteFailure,
  fail,
}

export const integrationBot: Bot = {
  kind: 'integration',
  statuses: ['pending'],
  plan: 'useIntegrations',
  recordOf: (_ctx, { automation: state }) =>
    state?.kind === 'integration' ? { kind: 'integration', id: state.integrationId } : undefined,
  start(ctx, message) {
    const { ticket, connection } = message
    const id = optionsOf(connection).integrationId
    if (id === null || !isUnclaimed(ctx, message)) return 'pass'
    return begin(ctx, ticket, id, message) ? 'handled' : 'pass'
  },
  claims(ctx, { ticket, content }) {
    const state = stateOf(ticket)
    if (!state) return 'none'
    const integration = findIntegration(ctx, state.integrationId)
    return integration && keywordOf(integration, content) === 'finish' ? 'leave' : 'answer'
  },
  resume(ctx, message) {
    const state = stateOf(message.ticket)
    if (!state) return 'pass'
    const integration = findIntegration(ctx, state.integrationId)
    if (integration && handleKeyword(ctx, message, integration, state)) return 'handled'
    claimTurn(ctx, message, state, { debounceMs })
    return 'handled'
  },
  turn,
}

function stateOf({ status, useIntegration, automation: state }: TicketRow): IntegrationState | undefined {
  return state?.kind === 'integration' && !state.isEnded && status === 'pending' && useIntegration ? state : undefined
}

/** The choice is no question. */
export const startIntegration: StartIntegration = (ctx, ticket, integrationId, message, isUnanswered) => {
  const isSilent = findContactRow(ctx, ticket.contactId)?.disableBot !== false || ticket.isGroup || ticket.imported
  if (isSilent || !ctx.plan.useIntegrations) return false
  const lastId = message?.messageId ?? ticket.lastMessageId ?? 0
  const question = isUnanswered && message ? message : undefined
  return begin(ctx, ticket, integrationId, question, { opens: true, from: lastId + 1 })
}

type Question = Pick<InboundMessage, 'messageId'> | undefined

/** Without a question, messages are questions from the id `from` on. */
function begin(
  ctx: CompanyContext,
  ticket: TicketRow,
  integrationId: number,
  question: Question,
  { from = 0, ...opening }: Pick<IntegrationState, 'opens'> & { from?: MessageId } = {},
): boolean {
  const integration = findIntegration(ctx, integrationId)
  if (!integration) return false
  if (integration.type === 'flowbuilder') return beginFlow(ctx, ticket, integration, question)
  recordBotStart(ctx, ticket)
  const state: IntegrationState = { kind: 'integration', integrationId, turn: 0, firstMessageId: null, ...opening }
  startBot(ctx, ticket.id, state)
  setUseIntegration(ctx, ticket.id, true)
  claimTurn(ctx, { ticket, messageId: question?.messageId ?? from }, state, { debounceMs })
  return true
}

/** Once per conversation, so that a finished flow does not start again with the next message. */
function beginFlow(ctx: CompanyContext, ticket: TicketRow, { id, flowId }: Integration, question: Question) {
  const connection = ticket.connectionId === null ? undefined : findConnection(ctx, ticket.connectionId)
  const flow = findFlow(ctx, flowId ?? (connection && defaultFlowId(connection)) ?? 0)
  if (!flow?.active) {
    const found = flow ? { code: 'flowInactive', message: flow.name } : { code: 'deleted', message: '' }
    recordBotError(ctx, { kind: 'integration', ownerId: id, ticketId: ticket.id, ...found })
    return false
  }
  if (!countNotice(ctx, ticket.id, 'integrationFlow', { timesMax: 1 })) return false
  const firstMessageId = question?.messageId
  return startFlow(ctx, ticket, flow, { trigger: 'integration', firstMessageId }) !== undefined
}

function keywordOf(
  { type, typebotKeywordFinish, typebotKeywordRestart }: Integration,
  { body, mediaType }: InboundMessage['content'],
): 'finish' | 'restart' | undefined {
  if (type !== 'typebot' || mediaType !== null) return undefined
  const isWord = (keyword: string) => keyword !== '' && foldText(body.trim()) === foldText(keyword)
  if (isWord(typebotKeywordFinish)) return 'finish'
  return isWord(typebotKeywordRestart) ? 'restart' : undefined
}

function handleKeyword(
  ctx: CompanyContext,
  message: InboundMessage,
  integration: Integration,
  state: IntegrationState,
) {
  const { ticket } = message
  const keyword = keywordOf(integration, message.content)
  if (keyword === undefined) return false
  if (keyword === 'finish') {
    closeByBot(ctx, ticket.id)
    return true
  }
  queueAutomaticText(ctx, ticket, integration.typebotRestartMessage)
  claimTurn(ctx, message, { ...state, restarts: true }, { debounceMs })
  return true
}

async function ask(
  freshContext: FreshContext,
  question: TurnQuestion<'integration'>,
  signal: AbortSignal,
  stage: StageFile,
): Promise<ReadyAnswer> {
  try {
    const ctx = freshContext()
    const integration = findIntegration(ctx, question.state.integrationId)
    if (!integration) throw new IntegrationError('deleted')
    if (!ctx.plan.useIntegrations) throw new IntegrationError('notAllowed')
    const { replies, problems, ...rest } = await askIntegration(freshContext, integration, question, signal)
    const fetched = await fetchReplyFiles(freshContext, replies, signal, stage)
    return { ...rest, ready: fetched.ready, problems: [...problems, ...fetched.problems] }
  } catch (error) {
    const failure = integrationErrorOf(error)
    // A temporary failure is retried by the job.
    if (failure.isTemporary) throw failure
    return { failure }
  }
}

function apply(ctx: CompanyContext, { ticket, state }: TurnQuestion<'integration'>, answer: ReadyAnswer) {
  if ('failure' in answer) fail(ctx, ticket, answer.failure)
  else applyBotAnswer(ctx, ticket, state, answer)
}

function noteFailure(ctx: CompanyContext, ticket: TicketRow, error: unknown) {
  const state = ticket.automation
  if (state?.kind !== 'integration') return
  const { code, message } = error instanceof IntegrationError ? error : { code: 'notReached', message: String(error) }
  // A deleted one has no row for failures.
  if (findIntegration(ctx, state.integrationId)) {
    recordBotError(ctx, { kind: 'integration', ownerId: state.integrationId, ticketId: ticket.id, code, message })
  }
}

/** The ticket waits for an agent. */
function fail(ctx: CompanyContext, ticket: TicketRow, error: unknown) {
  noteFailure(ctx, ticket, error)
  endIntegration(ctx, ticket.id)
}
