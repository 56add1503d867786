import { randomBytes } from 'node:crypto'
import { readChat } from './read-chat'
import type { Model, ModelAnswer, OpenAiCall, OpenAiFailures, ReceivedChat } from './openai.types'

export interface OpenAiOptions {
  port?: number
  /** The path of the API, such as `/v1` or `/v1beta/openai`. */
  basePath?: string
  /** `any`: every key is accepted. */
  keys?: readonly string[] | 'any'
  models?: readonly string[]
  /** Answers chats; by default with the question's words in another order. */
  model?: Model
  /** Answers transcriptions. */
  transcribe?: (audio: { bytes: Uint8Array; name: string; language?: string }) => string
}

export type OpenAi = Awaited<ReturnType<typeof startOpenAi>>

export const openAiKey = 'sk-test-1234567890abcdef'

const problem = (status: number, message: string, code: string | null = null, param: string | null = null) =>
  Response.json(
    { error: { message, type: code === 'insufficient_quota' ? code : 'invalid_request_error', param, code } },
    { status },
  )

const messages: Record<number, string> = {
  401: 'Incorrect API key provided',
  429: 'You exceeded your current quota or rate limit',
  500: 'The server had an error while processing your request',
}

/** Simulates the OpenAI API on loopback: chat completions with tools, transcriptions and models. */
export async function startOpenAi(options: OpenAiOptions = {}) {
  const { port = 0, basePath = '/v1', keys = [openAiKey], models = ['gpt-4.1-mini', 'whisper-1'] } = options
  const calls: OpenAiCall[] = []
  const chats: ReceivedChat[] = []
  const failures = noFailures()
  const script = {
    model: options.model ?? (({ question }: ReceivedChat) => `Eco: ${question}`),
    transcribe: options.transcribe ?? (() => 'texto falado'),
  }

  async function handle(request: Request) {
    const path = new URL(request.url).pathname
    const key = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
    const body = isForm ? await readForm(request) : await readJson(request)
    calls.push({ line: `${request.method} ${path}`, key, body: body ?? {} })
    if (failures.silent) await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
    if (failures.delayMs > 0) await Bun.sleep(failures.delayMs)
    if (failures.nonsense) return new Response('<html>Bad gateway</html>')
    if (failures.status !== 0 && failures.times > 0) {
      failures.times--
      return problem(failures.status, messages[failures.status] ?? 'Simulated failure', failures.code || null)
    }
    if (keys === 'any' ? key === '' : !keys.includes(key)) {
      return problem(401, `Incorrect API key provided: ${key.slice(0, 8)}****${key.slice(-4)}.`, 'invalid_api_key')
    }
    const [, endpoint] = path.split(basePath)
    if (request.method === 'GET' && endpoint === '/models') {
      return Response.json({ object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'openai' })) })
    }
    if (request.method !== 'POST' || !body) return problem(404, `Invalid URL (${request.method} ${path})`)
    if (endpoint === '/chat/completions' && !isForm) return complete(body)
    if (endpoint === '/audio/transcriptions' && isForm) return transcribe(body)
    return problem(404, `Invalid URL (${request.method} ${path})`)
  }

  function complete(body: Record<string, unknown>) {
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

  function transcribe(body: Record<string, unknown>) {
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

  const server = Bun.serve({ hostname: '127.0.0.1', port, idleTimeout: 0, fetch: handle })
  const host = `127.0.0.1:${server.port}`
  return {
    url: `http://${host}${basePath}`,
    /** For OUTGOING_ALLOW. */
    address: host,
    environment: { OPENAI_API_URL: `http://${host}${basePath}`, OUTGOING_ALLOW: host },
    key: keys === 'any' ? openAiKey : (keys[0] ?? ''),
    calls,
    /** The chats that the model answered. */
    chats,
    failures,
    /** May be replaced by a test. */
    script,
    fail: (next: Partial<OpenAiFailures>) => void Object.assign(failures, noFailures(), { times: Infinity }, next),
    recover: () => void Object.assign(failures, noFailures()),
    stop: () => server.stop(true),
  }
}

const noFailures = (): OpenAiFailures => ({
  status: 0,
  code: '',
  times: Infinity,
  delayMs: 0,
  silent: false,
  refusedParameters: [],
  cutAt: 0,
  empty: false,
  nonsense: false,
  omitUsage: false,
})

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

/** Stands for tokens. */
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

async function readJson(request: Request): Promise<Record<string, unknown> | undefined> {
  const text = await request.text()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readForm(request: Request) {
  const form = await request.formData()
  const body: Record<string, unknown> = {}
  for (const [name, value] of form.entries() as Iterable<[string, string | File]>) {
    body[name] = typeof value === 'string' ? value : await readFile(value)
  }
  return body
}

const readFile = async (file: File) => ({
  name: file.name,
  type: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
})
