import { findContactRow } from '../contact/contact.queries'
import { maskText, mustMask } from '../contact/mask-number'
import { actingUserId } from '../kernel/actor'
import { type CompanyContext, createContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { refuse } from '../kernel/errors'
import type { MessageId, TicketId } from '../kernel/ids'
import { createRateLimit } from '../kernel/rate-limit'
import { requirePlan } from '../kernel/require-plan'
import { composeInstructions } from '../message/compose-messages'
import { getMessage, listTicketMessages, type MessageRow } from '../message/message.queries'
import { canChangeTicket } from '../ticket/ticket.policy'
import { getTicket, type TicketRow } from '../ticket/ticket.queries'
import { findUser } from '../user/user.queries'
import { AiError } from './ai-error'
import { recordAiUsage } from './ai-usage'
import { askModel, settingsOf } from './ask-model'
import { chatHistory, textOfMessage } from './chat-history'
import type { ChatMessage } from './chat.types'
import { findAssistant } from './find-assistant'
import { noteAiFailure } from './hand-over'
import type { Prompt } from './prompt.records'
import { summarySystemText, suggestionSystemText } from './system-text'
import { awaitsTranscription, transcribeMessage } from './transcribe-message'

/** Of each user, so that a held key costs little. */
const limits = perCompany(() => createRateLimit({ most: 30, windowMs: 60_000 }))
const historyMax = 30
const summarizedMax = 100
const suggestionTokens = 500
const summaryTokens = 600
const timeoutMs = 25_000

/** Returns a reply to the contact's last messages, as a draft. */
export async function suggestReply(ctx: CompanyContext, ticketId: TicketId): Promise<{ text: string }> {
  const { ticket, assistant } = begin(ctx, ticketId)
  const instructions = composeInstructions(ctx, assistant.prompt, ticket.id)
  const contactName = findContactRow(ctx, ticket.contactId)?.name
  const history = chatHistory(listTicketMessages(ctx, ticket.id, historyMax))
  if (history.length === 0) refuse('ERR_INVALID_INPUT', { fields: { messages: 'empty' } })
  const system = suggestionSystemText(ctx, { instructions, contactName })
  return write(ctx, ticket, assistant, [{ role: 'system', content: system }, ...history], suggestionTokens)
}

/** Returns the conversation in a few lines, for the agent who takes it over. */
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

/** Returns what an audio says, and stores it under the message. */
export async function transcribeForTeam(ctx: CompanyContext, messageId: MessageId): Promise<{ text: string }> {
  const { message } = getMessage(ctx, messageId)
  const { ticket, assistant } = begin(ctx, message.ticketId)
  const known = message.data?.transcription
  if (known !== undefined) return { text: shown(ctx, known) }
  if (!awaitsTranscription(message)) refuse('ERR_INVALID_INPUT', { fields: { messageId: 'fileType' } })
  const { endpoint } = settings(ctx, assistant)
  const owner = { kind: 'prompt', id: assistant.id } as const
  const work = transcribeMessage(() => createContext(ctx.company), message, { endpoint, owner })
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
  assistant: Prompt,
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
  recordAiUsage(createContext(ctx.company), { kind: 'prompt', id: assistant.id }, usage)
  return { text: shown(ctx, text) }
}

function settings(ctx: CompanyContext, assistant: Prompt) {
  try {
    return settingsOf(ctx, assistant)
  } catch (error) {
    throw refusal(ctx, null, assistant, error)
  }
}

/** Admins see the reason on the prompt; the agent is told whether to try again. */
async function orRefuse<T>(ctx: CompanyContext, ticket: TicketRow, assistant: Prompt, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw refusal(ctx, ticket.id, assistant, error)
  }
}

function refusal({ company }: CompanyContext, ticketId: TicketId | null, { id }: Prompt, error: unknown): unknown {
  if (!(error instanceof AiError)) return error
  noteAiFailure(createContext(company), { kind: 'prompt', id }, ticketId, error)
  const body = { reason: error.code }
  if (error.code === 'limitReached') return refuse('ERR_AI_LIMIT_REACHED', { body })
  if (error.code === 'audioRefused') return refuse('ERR_AI_AUDIO_REFUSED', { body })
  return refuse(error.isTemporary ? 'ERR_AI_UNAVAILABLE' : 'ERR_AI_FAILED', { body })
}

/** A model repeats numbers that the conversation contains. */
const shown = (ctx: CompanyContext, text: string) => (mustMask(ctx) ? maskText(ctx, text) : text)

function lineOf(ctx: CompanyContext, message: MessageRow): string[] {
  const text = textOfMessage(message)
  if (text === '') return []
  const agent = message.userId === null ? 'Bot' : `Agent ${findUser(ctx, message.userId)?.name ?? ''}`.trim()
  return [`${message.fromMe ? agent : 'Customer'}: ${text.replace(/\n+/g, ' ')}`]
}
