import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { promptBytesMax, TestPromptBody, TokenLimitBody } from './prompt.contract'

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

export const promptCalls = defineCalls({
  'POST /prompt/test': { body: TestPromptBody, limits: { jsonBytesMax: promptBytesMax }, answer: TestAnswer },
  'GET /ai-usage': { answer: AiUsageView },
  'PUT /ai-usage/limit': { body: TokenLimitBody, answer: AiUsageView },
})
