import * as v from 'valibot'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { AiError } from '../ai-error'
import { addressOf, type AiEndpoint, callAiService, errorInAnswer } from './call-ai-service'
import { keysOf } from '../../kernel/typed-object.contract'

export interface ChatRequest {
  endpoint: AiEndpoint
  model: string
  messages: readonly ChatMessage[]
  tools?: readonly ToolDefinition[]
  /** `none`: earlier tools may no longer be called. */
  toolChoice?: 'auto' | 'none'
  temperature?: number
  maxTokens?: number
  /** Identifies the contact to the provider's abuse detection; must not be personal data. */
  user?: string
  timeoutMs?: number
  signal?: AbortSignal
}

const timeoutMsDefault = 30_000
const requestBytesMax = 4 * 1024 * 1024

/** Parameters that some models refuse, with their replacement. */
const replaceable = {
  temperature: undefined,
  max_completion_tokens: 'max_tokens',
  max_tokens: undefined,
  user: undefined,
  tool_choice: undefined,
} as const
type Replaceable = keyof typeof replaceable
type Body = Record<string, unknown>

const refusedParameters = perCompany(() => new Map<string, Set<Replaceable>>())
const modelsMax = 100

const Text = v.union([
  v.string(),
  v.pipe(
    v.array(v.union([v.string(), v.object({ text: v.optional(v.string(), '') })])),
    v.transform((parts) => parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')),
  ),
])
const Tokens = v.nullish(v.pipe(v.number(), v.minValue(0)))
/** Some providers send the object instead of its JSON. */
const Arguments = v.pipe(
  v.nullish(v.union([v.string(), v.record(v.string(), v.unknown())]), '{}'),
  v.transform((given) => (typeof given === 'string' ? given : JSON.stringify(given)) || '{}'),
)
const Completion = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        finish_reason: v.nullish(v.string()),
        message: v.object({
          content: v.nullish(Text),
          refusal: v.nullish(v.string()),
          tool_calls: v.nullish(
            v.array(
              v.object({
                id: v.nullish(v.string()),
                function: v.object({ name: v.string(), arguments: Arguments }),
              }),
            ),
          ),
        }),
      }),
    ),
    v.minLength(1),
  ),
  usage: v.nullish(v.object({ prompt_tokens: Tokens, completion_tokens: Tokens })),
})

/** Repeated without a refused parameter. @throws AiError; the signal's reason */
export async function completeChat(ctx: CompanyContext, request: ChatRequest): Promise<ChatAnswer> {
  const known = refusedParameters(ctx.company)
  const model = `${request.endpoint.baseUrl} ${request.model}`
  const refused = new Set(known.get(model))
  for (;;) {
    const body = bodyOf(request, refused)
    try {
      return readAnswer(await post(ctx, request, body), request)
    } catch (error) {
      const parameter = refusedParameter(error, body)
      if (parameter === undefined) throw error
      refused.add(parameter)
      if (known.size >= modelsMax) known.clear()
      known.set(model, new Set(refused))
    }
  }
}

function bodyOf(request: ChatRequest, refused: ReadonlySet<Replaceable>): Body {
  const { model, messages, tools = [], toolChoice, temperature, maxTokens, user } = request
  const body: Body = { model, messages }
  if (tools.length > 0) body['tools'] = tools.map((tool) => ({ type: 'function', function: tool }))
  const optional: [Replaceable, unknown][] = [
    ['temperature', temperature],
    ['max_completion_tokens', maxTokens],
    ['user', user],
    ['tool_choice', tools.length > 0 ? toolChoice : undefined],
  ]
  for (const [name, value] of optional) {
    let used: Replaceable | undefined = name
    while (used !== undefined && refused.has(used)) used = replaceable[used]
    if (used !== undefined && value !== undefined) body[used] = value
  }
  return body
}

function refusedParameter(error: unknown, body: Body): Replaceable | undefined {
  if (!(error instanceof AiError) || (error.status !== 400 && error.status !== 422)) return undefined
  const names = keysOf(replaceable)
  return names.find((name) => name in body && new RegExp(`\\b${name}\\b`).test(error.message))
}

async function post(ctx: CompanyContext, { endpoint, timeoutMs, signal }: ChatRequest, body: Body) {
  const response = await callAiService(ctx, addressOf(endpoint, '/chat/completions'), endpoint.apiKey, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${endpoint.apiKey}`,
    },
    body: JSON.stringify(body),
    timeoutMs: timeoutMs ?? timeoutMsDefault,
    requestBytesMax,
    signal,
  })
  return response.text()
}

function readAnswer(text: string, request: ChatRequest): ChatAnswer {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Completion), text)
  if (!result.success) {
    const failure = errorInAnswer(text, request.endpoint.apiKey)
    if (failure) throw failure
    const where = v.getDotPath(result.issues[0]) ?? 'body'
    throw new AiError('invalidAnswer', `The provider answered in an unknown form: ${where}`)
  }
  const { choices, usage } = result.output
  const [{ message, finish_reason: finish } = { message: {}, finish_reason: undefined }] = choices
  const whole = withoutReasoning(message.content || message.refusal || '')
  const lengthMax = answerLengthMax(request)
  const answer = whole.slice(0, lengthMax).toWellFormed()
  const toolCalls = withOwnIds(message.tool_calls ?? [])
  const isCut = finish === 'length' || whole.length > lengthMax
  if (answer === '' && toolCalls.length === 0) {
    if (isCut) throw new AiError('tokenLimitTooLow', 'The model used its tokens before it wrote a text')
    throw new AiError('emptyAnswer', 'The answer has no text', { isTemporary: finish === 'stop' })
  }
  return {
    text: answer,
    toolCalls,
    isCut,
    usage: {
      tokensIn: usage?.prompt_tokens ?? estimateTokens(JSON.stringify(request.messages)),
      tokensOut: usage?.completion_tokens ?? estimateTokens(answer),
    },
  }
}

function withOwnIds(calls: readonly { id?: string | null; function: WireToolCall['function'] }[]): WireToolCall[] {
  const ids = new Set(calls.map(({ id }) => id))
  const areUnique = ids.size === calls.length && !ids.has('') && !ids.has(null) && !ids.has(undefined)
  return calls.map(({ id, function: called }, index) => ({
    id: areUnique && id ? id : `call_${index}`,
    type: 'function',
    function: called,
  }))
}

/** Open models send it in the text. */
function withoutReasoning(text: string) {
  const end = text.lastIndexOf('</think>')
  return (end < 0 ? text : text.slice(end + '</think>'.length)).trim()
}

const answerLengthMax = ({ maxTokens }: ChatRequest) =>
  maxTokens === undefined ? charactersMax : Math.min(charactersMax, Math.max(2_000, maxTokens * 10))

const charactersMax = 65_536

const estimateTokens = (text: string) => Math.ceil(text.length / 4)

export const addUsage = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  tokensIn: one.tokensIn + other.tokensIn,
  tokensOut: one.tokensOut + other.tokensOut,
})

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: readonly WireToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

export interface WireToolCall {
  id: string
  type: 'function'
  /** JSON as the model wrote it, so it may be invalid. */
  function: { name: string; arguments: string }
}

export interface ToolDefinition {
  name: string
  description: string
  parameters: Readonly<Record<string, unknown>>
}

export interface TokenUsage {
  tokensIn: number
  tokensOut: number
}

interface ChatAnswer {
  /** Empty when it only calls tools. */
  text: string
  toolCalls: readonly WireToolCall[]
  /** The text ends at the token limit. */
  isCut: boolean
  /** Estimated without the provider's. */
  usage: TokenUsage
}
