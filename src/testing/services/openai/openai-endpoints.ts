import { randomBytes } from 'node:crypto'
import type { Model, ModelAnswer, OpenAiFailures, ReceivedChat, ReceivedMessage } from './openai.types'

export interface TranscribedAudio {
  bytes: Uint8Array
  name: string
  language?: string
}

export interface OpenAiState {
  models: readonly string[]
  chats: ReceivedChat[]
  script: { model: Model; transcribe(audio: TranscribedAudio): string }
  failures: OpenAiFailures
}

export const problem = (status: number, message: string, code: string | null = null, param: string | null = null) =>
  Response.json(
    { error: { message, type: code === 'insufficient_quota' ? code : 'invalid_request_error', param, code } },
    { status },
  )

export function answerChat({ models, chats, script, failures }: OpenAiState, body: Record<string, unknown>) {
  const chat = readChat(body)
  if ('error' in chat) return problem(400, chat.error, 'invalid_type', chat.param)
  if (!models.includes(chat.model)) {
    const text = `The model \`${chat.model}\` does not exist or you do not have access to it.`
    return problem(404, text, 'model_not_found')
  }
  const refused = failures.refusedParameters.find((name) => name in body)
  if (refused !== undefined) {
    return problem(
      400,
      `Unsupported parameter: '${refused}' is not supported with this model.`,
      'unsupported_parameter',
      refused,
    )
  }
  chats.push(chat)
  const answer: ModelAnswer = failures.empty ? '' : script.model(chat)
  return Response.json(present(chat, answer, failures))
}

export function answerTranscription({ script }: OpenAiState, body: Record<string, unknown>) {
  const { file, model, language } = body as {
    file?: { bytes: Uint8Array; name: string }
    model?: string
    language?: string
  }
  if (!file || !model) return problem(400, 'Missing required parameter', null, file ? 'model' : 'file')
  if (!/\.(flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/.test(file.name)) {
    return problem(
      400,
      'Unrecognized file format. Supported formats: flac, m4a, mp3, mp4, mpeg, mpga, oga, ogg, wav, webm',
    )
  }
  if (file.bytes.length < 4) return problem(400, 'Audio file is too short. Minimum audio length is 0.1 seconds.')
  return Response.json({ text: script.transcribe({ ...file, language }) })
}

function present(chat: ReceivedChat, answer: ModelAnswer, { cutAt, omitUsage }: OpenAiFailures) {
  const { text = '', calls = [] } = typeof answer === 'string' ? { text: answer } : answer
  const isCut = cutAt > 0 && text.length > cutAt
  const content = isCut ? text.slice(0, cutAt) : text
  const tool_calls = calls.map(({ name, arguments: given }) => ({
    id: `call_${randomBytes(8).toString('hex')}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }))
  const message = {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    refusal: null,
    ...(calls.length > 0 && { tool_calls }),
  }
  const [prompt_tokens, completion_tokens] = [
    wordsOf(chat.messages.map((one) => one.content).join(' ')),
    wordsOf(content),
  ]
  return {
    id: `chatcmpl-${randomBytes(8).toString('hex')}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: chat.model,
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : isCut ? 'length' : 'stop' }],
    ...(!omitUsage && { usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } }),
  }
}

/** Stands in for tokens. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

interface ChatError {
  error: string
  param: string
}

/** Checks a request to `/chat/completions` by the rules of the API's reference. */
function readChat(body: Record<string, unknown>): ReceivedChat | ChatError {
  const { model, messages, tools = [], temperature } = body
  const limit = body['max_completion_tokens'] ?? body['max_tokens']
  if (typeof model !== 'string' || model === '') return wrong('you must provide a model parameter', 'model')
  if (!Array.isArray(messages) || messages.length === 0) return wrong('[] is too short', 'messages')
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2)) {
    return wrong('Invalid value: expected a number from 0 to 2', 'temperature')
  }
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1)) {
    return wrong('Invalid value: expected an integer of at least 1', 'max_completion_tokens')
  }
  if ('tool_choice' in body && (tools as unknown[]).length === 0) return wrong('tools are needed', 'tool_choice')
  const names = (tools as { type?: string; function?: { name?: string; parameters?: { type?: string } } }[]).map(
    (tool) =>
      tool.type === 'function' && tool.function?.parameters?.type === 'object' ? (tool.function.name ?? '') : '',
  )
  if (names.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))) return wrong('Invalid tool', 'tools')
  const all = messages as ReceivedMessage[]
  const problem = checkMessages(all)
  if (problem) return wrong(problem, 'messages')
  const question = all.findLast(({ role }) => role === 'user')?.content ?? ''
  const isForbidden = body['tool_choice'] === 'none'
  return { model, messages: all, tools: isForbidden ? [] : names, question }
}

/** Checks that each tool call is answered directly after its message. */
function checkMessages(messages: readonly ReceivedMessage[]): string | undefined {
  let open: string[] = []
  for (const [index, { role, content, tool_calls: calls = [], tool_call_id: id = '' }] of messages.entries()) {
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) return `messages.${index}.role is invalid`
    const mayBeEmpty = role === 'assistant' && calls.length > 0
    if (typeof content !== 'string' && !mayBeEmpty) return `messages.${index}.content must be a string`
    if (role === 'tool') {
      if (!open.includes(id)) return 'A message with role tool must follow the call that it answers'
      open = open.filter((one) => one !== id)
    } else if (open.length > 0) return `tool_call_ids did not have response messages: ${open.join(', ')}`
    else open = calls.map((call) => call.id)
  }
  return open.length > 0 ? `tool_call_ids did not have response messages: ${open.join(', ')}` : undefined
}

const wrong = (error: string, param: string): ChatError => ({ error, param })
