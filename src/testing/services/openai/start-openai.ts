import { answerChat, answerTranscription, type OpenAiState, problem, type TranscribedAudio } from './openai-endpoints'
import type { Model, OpenAiCall, OpenAiFailures, ReceivedChat } from './openai.types'

interface OpenAiOptions {
  port?: number
  /** The path of the API, such as `/v1` or `/v1beta/openai`. */
  basePath?: string
  /** `any`: every key is accepted. */
  keys?: readonly string[] | 'any'
  models?: readonly string[]
  /** Answers chats; by default with the question's words in another order. */
  model?: Model
  transcribe?: (audio: TranscribedAudio) => string
}

export type OpenAi = Awaited<ReturnType<typeof startOpenAi>>

export const openAiKey = 'sk-test-1234567890abcdef'

const messages: Record<number, string> = {
  401: 'Incorrect API key provided',
  429: 'You exceeded your current quota or rate limit',
  500: 'The server had an error while processing your request',
}

export async function startOpenAi(options: OpenAiOptions = {}) {
  const { port = 0, basePath = '/v1', keys = [openAiKey], models = ['gpt-4.1-mini', 'whisper-1'] } = options
  const calls: OpenAiCall[] = []
  const failures = noFailures()
  const script: OpenAiState['script'] = {
    model: options.model ?? (({ question }: ReceivedChat) => `Eco: ${question}`),
    transcribe: options.transcribe ?? (() => 'texto falado'),
  }
  const state: OpenAiState = { models, chats: [], script, failures }

  const silenced = new Set<() => void>()

  async function handle(request: Request) {
    const path = new URL(request.url).pathname
    const key = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
    const body = isForm ? await readForm(request) : await readJson(request)
    calls.push({ line: `${request.method} ${path}`, key, body: body ?? {} })
    if (failures.silent) {
      await new Promise<void>((resolve) => {
        silenced.add(resolve)
        request.signal.addEventListener('abort', () => resolve())
      })
    }
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
    if (endpoint === '/chat/completions' && !isForm) return answerChat(state, body)
    if (endpoint === '/audio/transcriptions' && isForm) return answerTranscription(state, body)
    return problem(404, `Invalid URL (${request.method} ${path})`)
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
    chats: state.chats,
    failures,
    script,
    fail: (next: Partial<OpenAiFailures>) => void Object.assign(failures, noFailures(), { times: Infinity }, next),
    recover() {
      Object.assign(failures, noFailures())
      for (const answer of silenced) answer()
      silenced.clear()
    },
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
