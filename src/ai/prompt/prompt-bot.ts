import type { Bot, BotTurn, TurnQuestion } from '../../bot/bot'
import { claimTurn } from '../../bot/bot-turn'
import { recordBotStart, isUnclaimed } from '../../bot/bot-start'
import { optionsOf } from '../../connection/connection.queries'
import { findContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { FreshContext } from '../../kernel/job/jobs'
import { isStorageShort } from '../../kernel/http/http-errors'
import type { StagedFile, StageFile } from '../../kernel/file/media-store'
import { composeInstructions } from '../../message/compose/compose-messages'
import { findMessageRow, listTicketMessages } from '../../message/message.queries'
import { queueAutomaticText, queueAutomaticVoice } from '../../message/send/queue-message'
import { startBot } from '../../ticket/bot-state'
import type { BotState } from '../../ticket/bot-state.contract'
import type { TicketRow } from '../../ticket/ticket.queries'
import { AiError } from '../ai-error'
import { recordAiUsage } from '../ai-usage'
import { askModel, type ModelAnswer, settingsOf } from '../chat/ask-model'
import { chatHistory } from '../chat/chat-history'
import { type AiBotState, aiTurnTimes, claimOfAi, handOverToQueue, noteAiFailure } from './hand-over'
import { findPrompt, type Prompt } from './prompt.record'
import { isSpoken, speakAnswer } from '../speech/speak-answer'
import { systemText } from './system-text'
import { transcribeAll } from '../speech/transcribe-message'

declare module '../../ticket/bot-state.contract' {
  interface BotStates {
    prompt: AiBotState & { promptId: number }
  }
}

interface Answer extends Pick<ModelAnswer, 'text' | 'handOver'> {
  voice?: StagedFile
  /** Retries cannot solve it. */
  failure?: AiError
  voiceFailure?: AiError
}

const turn: BotTurn<'prompt', Answer> = { ...aiTurnTimes, ask, apply, retry: noteFailure, fail: giveUp }

export const promptBot: Bot = {
  kind: 'prompt',
  statuses: ['pending'],
  plan: 'useOpenAi',
  recordOf: (_ctx, { automation: state }) =>
    state?.kind === 'prompt' ? { kind: 'prompt', id: state.promptId } : undefined,
  start(ctx, message) {
    const { ticket, connection } = message
    const { promptId } = optionsOf(connection)
    const prompt = promptId === null ? undefined : findPrompt(ctx, promptId)
    if (!prompt || !isUnclaimed(ctx, message)) return 'pass'
    const state: BotState<'prompt'> = { kind: 'prompt', promptId: prompt.id, turn: 0, firstMessageId: null }
    recordBotStart(ctx, ticket)
    startBot(ctx, ticket.id, state)
    claimTurn(ctx, message, state, aiTurnTimes)
    return 'handled'
  },
  claims: (_, { ticket }) => claimOfAi(ticket),
  resume(ctx, message) {
    const { status, automation: state } = message.ticket
    if (status !== 'pending' || state?.kind !== 'prompt' || state.handedOver) return 'pass'
    claimTurn(ctx, message, state, aiTurnTimes)
    return 'handled'
  },
  turn,
}

const promptOf = (ctx: CompanyContext, { automation }: TicketRow) =>
  automation?.kind === 'prompt' ? findPrompt(ctx, automation.promptId) : undefined

async function ask(
  freshContext: FreshContext,
  question: TurnQuestion<'prompt'>,
  signal: AbortSignal,
  stage: StageFile,
): Promise<Answer> {
  const ctx = freshContext()
  const prompt = promptOf(ctx, question.ticket)
  if (question.messages.length === 0) return { text: '', handOver: undefined }
  try {
    if (!prompt) throw new AiError('requestRefused', 'The prompt was deleted')
    if (!ctx.plan.useOpenAi) throw new AiError('requestRefused', 'The plan no longer includes AI')
    const source = {
      endpoint: settingsOf(freshContext(), prompt).endpoint,
      owner: { kind: 'prompt', id: prompt.id },
    } as const
    await transcribeAll(freshContext, question.messages, () => source, signal)
    const answer = await askPrompt(freshContext(), prompt, question, signal)
    const after = freshContext()
    recordAiUsage(after, { kind: 'prompt', id: prompt.id }, answer.usage)
    const { channel } = question.ticket
    return await withVoice(freshContext, prompt, { ...answer, channel }, signal, stage)
  } catch (error) {
    if (error instanceof AiError && !error.isTemporary) return { text: '', handOver: undefined, failure: error }
    throw error
  }
}

function askPrompt(
  ctx: CompanyContext,
  prompt: Prompt,
  { ticket, messages }: TurnQuestion<'prompt'>,
  signal: AbortSignal,
) {
  const instructions = composeInstructions(ctx, prompt.prompt, ticket.id)
  const contactName = findContactRow(ctx, ticket.contactId)?.name
  const unanswered = messages.flatMap(({ id }) => findMessageRow(ctx, id) ?? [])
  const earlier = listTicketMessages(ctx, ticket.id, Math.max(prompt.maxMessages, unanswered.length))
  return askModel(ctx, {
    ...settingsOf(ctx, prompt),
    messages: [
      {
        role: 'system',
        content: systemText(ctx, { instructions, contactName, maxTokens: prompt.maxTokens, mayHandOver: true }),
      },
      ...chatHistory(earlier),
    ],
    mayHandOver: true,
    contactId: ticket.contactId,
    signal,
  })
}

async function withVoice(
  freshContext: FreshContext,
  prompt: Prompt,
  { text, handOver, channel }: ModelAnswer & Pick<TicketRow, 'channel'>,
  signal: AbortSignal,
  stage: StageFile,
) {
  if (!isSpoken(prompt, text)) return { text, handOver }
  try {
    return { text, handOver, voice: await speakAnswer(freshContext, prompt, { text, channel }, signal, stage) }
  } catch (error) {
    if (isStorageShort(error)) return { text, handOver }
    if (!(error instanceof AiError)) throw error
    return { text, handOver, voiceFailure: error }
  }
}

function apply(ctx: CompanyContext, { ticket }: TurnQuestion<'prompt'>, answer: Answer) {
  const { text, voice, handOver, failure, voiceFailure } = answer
  if (failure) return giveUp(ctx, ticket, failure)
  const prompt = promptOf(ctx, ticket)
  if (voiceFailure && prompt) noteAiFailure(ctx, { kind: 'prompt', id: prompt.id }, ticket.id, voiceFailure)
  if (voice) queueAutomaticVoice(ctx, ticket, voice, text)
  else queueAutomaticText(ctx, ticket, text, { variables: 'none' })
  if (handOver === undefined) return
  handOverToQueue(ctx, ticket, { queueId: prompt?.queueId ?? null, reason: handOver, isSilent: text !== '' })
}

function noteFailure(ctx: CompanyContext, ticket: TicketRow, error: unknown) {
  const prompt = promptOf(ctx, ticket)
  if (prompt) noteAiFailure(ctx, { kind: 'prompt', id: prompt.id }, ticket.id, error)
}

function giveUp(ctx: CompanyContext, ticket: TicketRow, error: unknown) {
  noteFailure(ctx, ticket, error)
  handOverToQueue(ctx, ticket, { queueId: promptOf(ctx, ticket)?.queueId ?? null })
}
