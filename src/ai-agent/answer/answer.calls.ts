import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { IdParams, listUpTo } from '../../kernel/http/request-parts'
import { itemKinds } from '../agent/item.contract'

const text = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(4000, 'tooLong'))

export const PlaygroundBody = v.object({
  messages: v.pipe(
    listUpTo(v.object({ fromMe: v.boolean(), body: text }), 40),
    v.minLength(1, 'required'),
    v.check((messages) => messages.at(-1)?.fromMe === false, 'invalid'),
  ),
})
export type PlaygroundBody = v.InferOutput<typeof PlaygroundBody>

export const KnowledgeSource = v.object({
  kind: v.picklist([...itemKinds, 'file']),
  itemId: v.number(),
  title: v.string(),
  /** The page of a file, from 1. */
  page: v.nullable(v.number()),
})
export type KnowledgeSource = v.InferOutput<typeof KnowledgeSource>

export const AnswerView = v.object({
  messageId: v.number(),
  /** Null when deleted. */
  agent: v.nullable(v.object({ id: v.number(), name: v.string() })),
  model: v.string(),
  question: v.string(),
  sources: v.array(KnowledgeSource),
  tokensIn: v.number(),
  tokensOut: v.number(),
})
export type AnswerView = v.InferOutput<typeof AnswerView>

export const PlaygroundAnswer = v.object({
  answer: v.string(),
  actions: v.object({
    /** `queue`: null to wait without one. */
    transfersTo: v.nullable(v.object({ queue: v.nullable(v.string()), reason: v.string() })),
    tags: v.array(v.string()),
    files: v.array(v.string()),
    ends: v.boolean(),
  }),
  sources: v.array(KnowledgeSource),
  model: v.string(),
  tokensIn: v.number(),
  tokensOut: v.number(),
  ms: v.number(),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
})
export type PlaygroundAnswer = v.InferOutput<typeof PlaygroundAnswer>

/** Forty messages at their longest. */
const limits = { jsonBytesMax: 768 * 1024 }

export const agentAnswerCalls = defineCalls({
  'GET /agents/answers/:id': { params: IdParams, answer: AnswerView },
  'POST /agents/:id/playground': { params: IdParams, body: PlaygroundBody, limits, answer: PlaygroundAnswer },
})
