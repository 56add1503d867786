import { findContactRow } from '../../contact/contact.queries'
import { maskText } from '../../contact/number/mask-number'
import { actingUserId } from '../../kernel/company/actor'
import { type CompanyContext, createContext, requirePlan } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import type { MessageId, TicketId } from '../../kernel/ids'
import { createRateLimit } from '../../kernel/http/rate-limit'
import { getMessage, listTicketMessages, type MessageRow } from '../../message/message.queries'
import { canChangeTicket } from '../../ticket/ticket.policy'
import { getTicket, type TicketRow } from '../../ticket/ticket.queries'
import { findUser } from '../../user/user.queries'
import { AiError } from '../ai-error'
import { recordAiUsage } from '../ai-usage'
import { askModel, type ModelSettings } from '../chat/ask-model'
import { type Assistant, findAssistant } from './assistant'
import { chatHistory, textOfMessage } from '../chat/chat-history'
import type { ChatMessage } from '../chat/chat-client'
import { noteAiFailure } from '../prompt/hand-over'
import { summarySystemText, suggestionSystemText } from '../prompt/system-text'
import { awaitsTranscription, transcribeMessage } from '../speech/transcribe-message'
import { mustMask } from '../../setting/setting.queries'

const limits = perCompany(() => createRateLimit({ limit: 30, windowMs: 60_000 }))
const historyMax = 30
const summarizedMax = 100
const suggestionTokens = 500
const summaryTokens = 600
const timeoutMs = 25_000

export async function suggestReply(ctx: CompanyContext, ticketId: TicketId): Promise<{ text: string }> {
  const { ticket, assistant } = begin(ctx, ticketId)
  const contactName = findContactRow(ctx, ticket.contactId)?.name
  const messages = listTicketMessages(ctx, ticket.id, historyMax)
  const history = chatHistory(messages)
  if (history.length === 0) refuse('ERR_INVALID_INPUT', { fields: { messages: 'empty' } })
  const instructions = assistant.instructions(ctx, ticket, questionIn(messages))
  const system = suggestionSystemText(ctx, { instructions, contactName })
  return write(ctx, ticket, assistant, [{ role: 'system', content: system }, ...history], suggestionTokens)
}

export async function summarizeTicket(ctx: CompanyContext, ticketId: TicketId): Promise<{ text: string }> {
  const { ticket, assistant } = begin(ctx, ticketId)
  const lines = listTicketMessages(ctx, ticket.id, summarizedMax).flatMap((message) => lineOf(ctx, message))
  if (lines.length === 0) refuse('ERR_INVALID_INPUT', { fields: { messages: 'empty' } })
  const messages: ChatMessage[] = [
    { role: 'system', content: summarySystemText(ctx) },
    { role: 'user', content: lines.join('\n') },
  ]
  return write(ctx, ticket, assistant, messages, summaryTokens)
}

export async function transcribeForTeam(ctx: CompanyContext, messageId: MessageId): Promise<{ text: string }> {
  const { message } = getMessage(ctx, messageId)
  const { ticket, assistant } = begin(ctx, message.ticketId)
  const known = message.data?.transcription
  if (known !== undefined) return { text: shown(ctx, known) }
  if (!awaitsTranscription(message)) refuse('ERR_INVALID_INPUT', { fields: { messageId: 'fileType' } })
  const { endpoint } = settings(ctx, assistant)
  const model = refusing(ctx, assistant, () => assistant.transcriptionModel(ctx))
  const work = transcribeMessage(() => createContext(ctx.company), message, { endpoint, owner: assistant.owner, model })
  return { text: shown(ctx, await orRefuse(ctx, ticket, assistant, work)) }
}

/** @throws Refusal ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_PLAN_LIMIT, ERR_NO_AI_ASSISTANT, ERR_TOO_MANY_REQUESTS */
function begin(ctx: CompanyContext, ticketId: TicketId) {
  const ticket = getTicket(ctx, ticketId)
  if (!canChangeTicket(ctx.actor, ticket)) refuse('ERR_NO_PERMISSION')
  requirePlan(ctx, 'useOpenAi')
  const assistant = findAssistant(ctx, ticket.connectionId) ?? refuse('ERR_NO_AI_ASSISTANT')
  limits(ctx.company).take(String(actingUserId(ctx.actor)), ctx.now.getTime())
  return { ticket, assistant }
}

async function write(
  ctx: CompanyContext,
  ticket: TicketRow,
  assistant: Assistant,
  messages: readonly ChatMessage[],
  maxTokens: number,
) {
  const answered = askModel(ctx, {
    ...settings(ctx, assistant),
    messages,
    maxTokens,
    contactId: ticket.contactId,
    timeoutMs,
  })
  const { text, usage } = await orRefuse(ctx, ticket, assistant, answered)
  recordAiUsage(createContext(ctx.company), assistant.owner, usage)
  return { text: shown(ctx, text) }
}

const settings = (ctx: CompanyContext, assistant: Assistant): ModelSettings =>
  refusing(ctx, assistant, () => assistant.settings(ctx))

function refusing<T>(ctx: CompanyContext, assistant: Assistant, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw refusal(ctx, null, assistant, error)
  }
}

/** Admins see the reason; the agent learns whether to try again. */
async function orRefuse<T>(ctx: CompanyContext, ticket: TicketRow, assistant: Assistant, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw refusal(ctx, ticket.id, assistant, error)
  }
}

function refusal(
  { company }: CompanyContext,
  ticketId: TicketId | null,
  { owner }: Assistant,
  error: unknown,
): unknown {
  if (!(error instanceof AiError)) return error
  noteAiFailure(createContext(company), owner, ticketId, error)
  const body = { reason: error.code }
  if (error.code === 'limitReached') return refuse('ERR_AI_LIMIT_REACHED', { body })
  if (error.code === 'audioRefused') return refuse('ERR_AI_AUDIO_REFUSED', { body })
  return refuse(error.isTemporary ? 'ERR_AI_UNAVAILABLE' : 'ERR_AI_FAILED', { body })
}

function questionIn(messages: readonly MessageRow[]) {
  const answered = messages.findLastIndex(({ fromMe }) => fromMe)
  const open = messages.slice(answered + 1)
  return (open.length > 0 ? open : messages.slice(-1)).map(textOfMessage).join('\n')
}

/** A model repeats numbers. */
const shown = (ctx: CompanyContext, text: string) => (mustMask(ctx) ? maskText(ctx, text) : text)

function lineOf(ctx: CompanyContext, message: MessageRow): string[] {
  const text = textOfMessage(message)
  if (text === '') return []
  const agent = message.userId === null ? 'Bot' : `Agent ${findUser(ctx, message.userId)?.name ?? ''}`.trim()
  return [`${message.fromMe ? agent : 'Customer'}: ${text.replace(/\n+/g, ' ')}`]
}
