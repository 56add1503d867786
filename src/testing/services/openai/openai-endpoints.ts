import { randomBytes } from 'node:crypto'
import { readChat } from './read-chat'
import type { Model, ModelAnswer, OpenAiFailures, ReceivedChat } from './openai.types'

export interface TranscribedAudio {
  bytes: Uint8Array
  name: string
  language?: string
}

export interface OpenAiState {
  models: readonly string[]
  /** The chats that the model answered. */
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
