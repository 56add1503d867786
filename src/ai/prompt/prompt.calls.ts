import * as v from 'valibot'
import { BotErrorView } from '../../bot/bot-error.contract'
import { defineCalls } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { PromptBody, promptVoices, TestPromptBody, TokenLimitBody, UpdatePromptBody } from './prompt.contract'

/** A prompt in answers and live events. Keys are never answered. */
export const PromptView = v.object({
  id: v.number(),
  name: v.string(),
  prompt: v.string(),
  voice: v.picklist(promptVoices),
  voiceRegion: v.string(),
  /** `unreadable`: sealed by another host, so it has to be entered again. */
  voiceKeyState: v.picklist(['none', 'set', 'unreadable']),
  apiKeyState: v.picklist(['none', 'set', 'unreadable']),
  hasVoiceKey: v.boolean(),
  hasApiKey: v.boolean(),
  maxTokens: v.number(),
  temperature: v.number(),
  model: v.string(),
  queueId: v.nullable(v.number()),
  queue: v.nullable(v.object({ id: v.number(), name: v.string(), color: v.string() })),
  maxMessages: v.number(),
  assistsTeam: v.boolean(),
  botError: v.nullable(BotErrorView),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type PromptView = v.InferOutput<typeof PromptView>

const TestAnswer = v.object({
  /** Null when the question failed. */
  answer: v.nullable(v.string()),
  handsOver: v.boolean(),
  tokensIn: v.number(),
  tokensOut: v.number(),
  ms: v.number(),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
})
export type TestAnswer = v.InferOutput<typeof TestAnswer>

export const AiUsageView = v.object({
  day: v.string(),
  tokens: v.number(),
  limit: v.nullable(v.number()),
  owners: v.array(
    v.object({
      kind: v.picklist(['prompt', 'agent', 'provider']),
      id: v.number(),
      requests: v.number(),
      tokensIn: v.number(),
      tokensOut: v.number(),
    }),
  ),
})
export type AiUsageView = v.InferOutput<typeof AiUsageView>

/** Characters of a prompt may take four bytes each. */
const limits = { jsonBytesMax: 256 * 1024 }

export const promptCalls = defineCalls({
  'GET /prompt': { answer: v.object({ prompts: v.array(PromptView) }) },
  'GET /prompt/:id': { params: IdParams, answer: PromptView },
  'POST /prompt': { body: PromptBody, limits, answer: PromptView },
  'POST /prompt/test': { body: TestPromptBody, limits, answer: TestAnswer },
  'PUT /prompt/:id': { params: IdParams, body: UpdatePromptBody, limits, answer: PromptView },
  'DELETE /prompt/:id': { params: IdParams, answer: v.object({ message: v.string() }) },
  'GET /ai-usage': { answer: AiUsageView },
  'PUT /ai-usage/limit': { body: TokenLimitBody, answer: AiUsageView },
})

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    prompt: PromptView
  }
}
