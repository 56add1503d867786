import { createHash } from 'node:crypto'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { assertTokensLeft } from '../ai-usage'
import { AiError } from '../ai-error'
import type { AiEndpoint } from './call-ai-service'
import { chatWithTools } from './chat-with-tools'
import type { ChatMessage, TokenUsage } from './chat-client'
import { createHandOverTool } from './hand-over-tool'
import type { Prompt } from '../prompt/prompt.record'
import { whatsappMarks } from './whatsapp-marks'

export interface ModelSettings {
  endpoint: AiEndpoint
  model: string
  maxTokens?: number
  temperature?: number
}

/** @throws AiError keyRefused for an unreadable key */
export function settingsOf({ company }: CompanyContext, prompt: Prompt): ModelSettings {
  const { sealer, ai } = company.services
  const secret = readSecret(sealer, prompt.apiKey)
  if (secret.state !== 'set') throw new AiError('keyRefused', 'The key has to be entered again')
  return {
    endpoint: { baseUrl: ai.openAiUrl, apiKey: secret.text },
    model: prompt.model || ai.openAiModel,
    maxTokens: prompt.maxTokens,
    temperature: prompt.temperature,
  }
}

interface ModelQuestion extends ModelSettings {
  messages: readonly ChatMessage[]
  mayHandOver?: boolean
  /** Lets the provider detect abuse. */
  contactId?: number
  signal?: AbortSignal
  timeoutMs?: number
}

export interface ModelAnswer {
  /** WhatsApp's formatting; may be empty on a hand-over. */
  text: string
  handOver: string | undefined
  usage: TokenUsage
}

/** Prompts of other systems ask for it. */
const handOverSentence = /^.*a[cç][aã]o:? *transferir para o setor.*$/gim

export async function askModel(ctx: CompanyContext, question: ModelQuestion): Promise<ModelAnswer> {
  assertTokensLeft(ctx)
  const { mayHandOver = false, contactId, ...request } = question
  let handOver: string | undefined
  const tool = createHandOverTool({ note: (reason) => void (handOver = reason) })
  const answer = await chatWithTools(ctx, {
    ...request,
    tools: mayHandOver ? [tool] : [],
    ...(contactId !== undefined && { user: userOf(ctx, contactId) }),
  })
  const written = answer.text.replace(handOverSentence, '')
  if (mayHandOver && written !== answer.text) handOver ??= ''
  const text = whatsappMarks(answer.isCut ? cutToSentence(written) : written)
  if (text === '' && handOver === undefined) throw new AiError('emptyAnswer', 'The answer has no text')
  return { text, handOver, usage: answer.usage }
}

/** A hash: no personal data for the provider. */
export const userOf = ({ company }: CompanyContext, contactId: number) =>
  createHash('sha256').update(`recado ${company.id} ${contactId}`).digest('hex').slice(0, 32)

export function cutToSentence(text: string): string {
  const trimmed = text.trimEnd()
  const end = lastSentenceEnd(trimmed)
  if (end > 0) return trimmed.slice(0, end).trimEnd()
  const space = trimmed.search(/\s\S*$/)
  return space > 0 ? `${trimmed.slice(0, space).trimEnd()}…` : trimmed
}

/** Backwards, so that it takes one pass. */
function lastSentenceEnd(text: string) {
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text[index] ?? ''
    if (character === '\n') return index
    if (!'.!?…'.includes(character) || isListNumber(text, index)) continue
    let end = index + 1
    while (closing.includes(text[end] ?? ' ')) end++
    if (end === text.length || /\s/.test(text[end] ?? '')) return end
  }
  return 0
}

const closing = '*_~)"”»’'

/** "2." at the start of a line. */
const isListNumber = (text: string, index: number) =>
  /(^|\n)\s{0,10}\d{1,3}$/.test(text.slice(Math.max(0, index - 15), index))
