import { AiError } from '../../ai/ai-error'
import { assertTokensLeft, recordAiUsage } from '../../ai/ai-usage'
import { userOf, cutToSentence } from '../../ai/chat/ask-model'
import type { AiEndpoint } from '../../ai/chat/call-ai-service'
import { chatWithTools } from '../../ai/chat/chat-with-tools'
import type { ChatMessage, TokenUsage } from '../../ai/chat/chat-client'
import { whatsappMarks } from '../../ai/chat/whatsapp-marks'
import type { CompanyContext } from '../../kernel/company/company-context'
import { createContext } from '../../kernel/company/company-context'
import { readSecret } from '../../kernel/config/sealed-secret'
import type { TicketRow } from '../../ticket/ticket.queries'
import { type Agent, modelNameOf } from '../agent/agent.record'
import { findAiProvider } from '../provider/ai-provider.record'
import { type AgentActions, agentTools, noActions } from './agent-tools'
import type { KnowledgeSource } from './answer.calls'
import { readKnowledge } from './read-knowledge'
import { agentSystemText, type AgentFacts } from './system-text'

interface AgentQuestion extends Pick<AgentFacts, 'contactName' | 'variables' | 'hasGreeted'> {
  agent: Agent
  channel: TicketRow['channel']
  /** The last one is the contact's. */
  messages: readonly ChatMessage[]
  question: string
  /** Lets the provider detect abuse. */
  contactId?: number
  signal?: AbortSignal
}

export interface AgentReply {
  /** With WhatsApp's marks; may be empty when something was done. */
  text: string
  actions: AgentActions
  model: string
  sources: KnowledgeSource[]
  usage: TokenUsage
}

const maxTokens = 2_000
const timeoutMs = 45_000

/** @throws AiError keyRefused for an unreadable key */
export function endpointOf(ctx: CompanyContext, { aiProviderId }: Pick<Agent, 'aiProviderId'>): AiEndpoint {
  const provider = findAiProvider(ctx, aiProviderId)
  const secret = readSecret(ctx.company.services.sealer, provider?.apiKey ?? '')
  if (!provider || secret.state !== 'set') throw new AiError('keyRefused', 'The key has to be entered again')
  return { baseUrl: provider.baseUrl, apiKey: secret.text }
}

/** Within the daily limit, counting tokens. @throws AiError; the signal's reason */
export async function askAgent(ctx: CompanyContext, asked: AgentQuestion): Promise<AgentReply> {
  assertTokensLeft(ctx)
  const { agent, channel, messages, question, contactId, signal, ...facts } = asked
  const model = modelNameOf(ctx, agent.aiModelId)
  const actions = noActions()
  const tools = agentTools(ctx, agent, { channel }, actions)
  const { text: knowledge, sources } = readKnowledge(ctx, agent.id, question)
  const system = agentSystemText(ctx, agent, { ...facts, knowledge, tools: tools.map(({ name }) => name) })
  const answer = await chatWithTools(ctx, {
    endpoint: endpointOf(ctx, agent),
    model,
    messages: [{ role: 'system', content: system }, ...messages],
    tools,
    maxTokens,
    timeoutMs,
    ...(contactId !== undefined && { user: userOf(ctx, contactId) }),
    ...(signal && { signal }),
  })
  signal?.throwIfAborted()
  recordAiUsage(createContext(ctx.company), { kind: 'agent', id: agent.id }, answer.usage)
  const text = whatsappMarks(answer.isCut ? cutToSentence(answer.text) : answer.text)
  const isDone = actions.transfer !== undefined || actions.ends || actions.mediaIds.length > 0
  if (text === '' && !isDone) throw new AiError('emptyAnswer', 'The answer has no text')
  return { text, actions, model, sources, usage: answer.usage }
}
