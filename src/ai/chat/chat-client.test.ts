import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type OpenAi, startOpenAi } from '../../testing/services/openai/start-openai'
import { always, startReceiver } from '../../testing/services/receiver/raw-receiver'
import { createWorld, type World } from '../../testing/world/world'
import { AiError } from '../ai-error'
import { type ChatRequest, completeChat } from './chat-client'
import { chatWithTools } from './chat-with-tools'
import { listModels } from './list-models'

let openAi: OpenAi
let world: World
beforeEach(async () => {
  openAi = await startOpenAi()
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
})
afterEach(async () => {
  world.stop()
  await openAi.stop()
})

const ask = (more: Partial<ChatRequest> = {}) =>
  completeChat(world.ctx(1), {
    endpoint: { baseUrl: openAi.url, apiKey: openAi.key },
    model: 'gpt-4.1-mini',
    messages: [
      { role: 'system', content: 'Responda.' },
      { role: 'user', content: 'Qual o horário?' },
    ],
    temperature: 0.5,
    maxTokens: 100,
    ...more,
  })

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AiError)) throw error
  return `${error.code} ${error.isTemporary ? 'temporary' : 'final'}`
}

test('a request has key, model, messages and limits, and returns text and tokens', async () => {
  expect(await ask({ user: 'c1' })).toEqual({
    text: 'Eco: Qual o horário?',
    toolCalls: [],
    isCut: false,
    usage: { tokensIn: 4, tokensOut: 4 },
  })
  expect(openAi.calls).toMatchObject([
    {
      line: 'POST /v1/chat/completions',
      key: openAi.key,
      body: { model: 'gpt-4.1-mini', temperature: 0.5, max_completion_tokens: 100, user: 'c1' },
    },
  ])
})

test('ignores a slash at the end of the base address', async () => {
  await ask({ endpoint: { baseUrl: `${openAi.url}/`, apiKey: openAi.key } })
  expect(openAi.calls[0]?.line).toBe('POST /v1/chat/completions')
})

test('replaces or omits parameters that the model refuses, also in later requests', async () => {
  openAi.fail({ refusedParameters: ['temperature', 'max_completion_tokens'] })
  expect((await ask()).text).toBe('Eco: Qual o horário?')
  expect(openAi.calls).toHaveLength(3)
  expect(openAi.calls[2]?.body).toMatchObject({ max_tokens: 100 })
  expect(openAi.calls[2]?.body).not.toHaveProperty('temperature')
  await ask()
  expect(openAi.calls).toHaveLength(4)
  openAi.fail({ refusedParameters: ['messages'] })
  expect(await failureOf(ask())).toBe('requestRefused final')
  expect(openAi.calls).toHaveLength(5)
})

test('each failure says whether a retry can succeed', async () => {
  const statuses: [number, string, string][] = [
    [401, 'invalid_api_key', 'keyRefused final'],
    [402, '', 'quotaExceeded final'],
    [429, 'insufficient_quota', 'quotaExceeded final'],
    [429, 'rate_limit_exceeded', 'rateLimited temporary'],
    [500, '', 'unavailable temporary'],
    [503, '', 'unavailable temporary'],
    [413, '', 'requestRefused final'],
  ]
  for (const [status, code, expected] of statuses) {
    openAi.fail({ status, code })
    expect(await failureOf(ask())).toBe(expected)
  }
  openAi.fail({ nonsense: true })
  expect(await failureOf(ask())).toBe('invalidAnswer final')
  openAi.fail({ empty: true })
  expect(await failureOf(ask())).toBe('emptyAnswer temporary')
  openAi.fail({ cutAt: 0.5 })
  expect(await failureOf(ask())).toBe('tokenLimitTooLow final')
  openAi.fail({ silent: true })
  expect(await failureOf(ask({ timeoutMs: 50 }))).toBe('timeout temporary')
  openAi.recover()
  openAi.script.model = () => 'a'.repeat(2_000_000)
  expect(await failureOf(ask())).toBe('invalidAnswer final')
  expect(await failureOf(ask({ model: 'gpt-9' }))).toBe('modelNotFound final')
  expect(await failureOf(ask({ endpoint: { baseUrl: 'http://10.0.0.1/v1', apiKey: 'k' } }))).toBe(
    'addressRefused final',
  )
  await openAi.stop()
  expect(await failureOf(ask())).toBe('unavailable temporary')
})

test('a failure never contains the key', async () => {
  const key = 'wrong-key-of-some-other-provider'
  const echo = JSON.stringify([{ error: { code: 400, message: `API key not valid: ${key}`, status: 'INVALID' } }])
  const receiver = await startReceiver(
    always(`HTTP/1.1 400 No\r\nContent-Length: ${Buffer.byteLength(echo)}\r\n\r\n${echo}`),
  )
  const thrown = await ask({ endpoint: { baseUrl: receiver.url, apiKey: key } }).catch((error: AiError) => error)
  receiver.stop()
  expect(thrown).toMatchObject({ code: 'keyRefused', message: 'API key not valid: …' })
  const refused = await ask({ endpoint: { baseUrl: openAi.url, apiKey: 'sk-abcdefghijkl' } }).catch(
    (error: AiError) => error,
  )
  expect(refused).toMatchObject({ code: 'keyRefused', message: 'Incorrect API key provided: ….' })
})

test('reports an answer cut at the token limit, and estimates missing token counts', async () => {
  openAi.fail({ cutAt: 8, omitUsage: true })
  const answer = await ask()
  expect(answer).toMatchObject({ text: 'Eco: Qua', isCut: true, usage: { tokensOut: 2 } })
  expect(answer.usage.tokensIn).toBeGreaterThan(4)
})

test('cuts an answer far beyond the token limit', async () => {
  openAi.script.model = () => 'Sim. '.repeat(100_000)
  const { text, isCut } = await ask({ maxTokens: 300 })
  expect([text.length, isCut]).toEqual([3_000, true])
})

test('removes a model’s written reasoning from its answer', async () => {
  openAi.script.model = () => '<think>\nO cliente quer…\n</think>\n\nAbrimos às 9 h.'
  expect((await ask()).text).toBe('Abrimos às 9 h.')
})

const priceTool = (asked: unknown[]) => ({
  name: 'find_price',
  description: 'Returns the price of a product.',
  parameters: { type: 'object', properties: { product: { type: 'string' } }, required: ['product'] },
  run(args: Readonly<Record<string, unknown>> | undefined) {
    asked.push(args)
    return { content: args ? 'R$ 12,00' : 'Error: the arguments are not JSON' }
  },
})

const askWithTools = (asked: unknown[], more: object = {}) =>
  chatWithTools(world.ctx(1), {
    endpoint: { baseUrl: openAi.url, apiKey: openAi.key },
    model: 'gpt-4.1-mini',
    messages: [{ role: 'user', content: 'Quanto custa o bolo?' }],
    tools: [priceTool(asked)],
    ...more,
  })

test('runs tools and returns their results to the model until it answers', async () => {
  const asked: unknown[] = []
  openAi.script.model = ({ messages }) => {
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    if (results.length === 0) return { calls: [{ name: 'find_price', arguments: '{"product": "bol' }] }
    if (results.length === 1) return { calls: [{ name: 'no_such_tool', arguments: {} }] }
    if (results.length === 2) return { calls: [{ name: 'find_price', arguments: { product: 'bolo' } }] }
    return `Resultados: ${results.join(' | ')}`
  }
  const answer = await askWithTools(asked)
  expect(answer).toMatchObject({ requests: 4, isCut: false })
  expect(answer.text).toBe(
    'Resultados: Error: the arguments are not JSON | Error: there is no tool named no_such_tool | R$ 12,00',
  )
  expect(asked).toEqual([undefined, { product: 'bolo' }])
})

test('stops a model that only calls tools', async () => {
  const asked: unknown[] = []
  openAi.script.model = ({ tools }) =>
    tools.length > 0 ? { text: 'Vejo.', calls: [{ name: 'find_price', arguments: { product: 'x' } }] } : 'Não sei.'
  expect(await askWithTools(asked, { roundsMax: 2 })).toMatchObject({ text: 'Não sei.', requests: 3 })
  expect(asked).toHaveLength(2)
  expect(openAi.chats.at(-1)?.messages.map(({ content }) => content)).toEqual([
    ...['Quanto custa o bolo?', 'Vejo.', 'R$ 12,00', 'Vejo.', 'R$ 12,00'],
  ])
})

test('lists the models of a provider', async () => {
  const endpoint = { baseUrl: openAi.url, apiKey: openAi.key }
  expect(await listModels(world.ctx(1), endpoint)).toEqual(['gpt-4.1-mini', 'whisper-1'])
  expect(await failureOf(listModels(world.ctx(1), { ...endpoint, apiKey: 'no' }))).toBe('keyRefused final')
})
