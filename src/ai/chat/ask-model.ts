import { createHash } from 'node:crypto'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import { assertTokensLeft } from '../ai-usage'
import { AiError } from '../ai-error'
import type { AiEndpoint } from './call-ai-service'
import { chatWithTools } from './chat-with-tools'
import type { ChatMessage, TokenUsage } from './chat-client'
import { cutToSentence } from './cut-to-sentence'
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
