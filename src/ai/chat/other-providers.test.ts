import { afterEach, beforeEach, expect, test } from 'bun:test'
import { inPieces } from '../../testing/services/in-pieces'
import { createWorld, type World } from '../../testing/world/world'
import type { AiError } from '../ai-error'
import type { ChatRequest } from './chat-client'
import { type ChatTool, chatWithTools } from './chat-with-tools'
import { listModels } from './list-models'

/** Answers as other providers document them, where they differ from OpenAI's own. */
let world: World
let answers: ((request: Request) => Response)[]
let bodies: Record<string, any>[]
let server: ReturnType<typeof Bun.serve>
beforeEach(async () => {
  answers = []
  bodies = []
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      bodies.push(request.method === 'POST' ? ((await request.json()) as Record<string, any>) : {})
      return answers.shift()?.(request) ?? new Response('no more answers', { status: 500 })
    },
  })
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
})
afterEach(async () => {
  world.stop()
  await server.stop(true)
})

const endpoint = () => ({ baseUrl: `http://127.0.0.1:${server.port}/v1`, apiKey: 'key' })
const request = (): ChatRequest => ({
  endpoint: endpoint(),
  model: 'some-model',
  messages: [{ role: 'user', content: 'Qual o preço?' }],
})
const json = (body: unknown) => answers.push(() => Response.json(body))
const chat = (tools: readonly ChatTool[] = []) => chatWithTools(world.ctx(1), { ...request(), tools })
const choice = (message: object, finish: string | null = 'stop') => ({
  index: 0,
  message,
  finish_reason: finish,
})

test('reads parts of texts, thoughts beside the text, and unknown fields', async () => {
  json({
    id: 'cmpl-1',
    object: 'chat.completion',
    model: 'magistral',
    choices: [
      choice({
        role: 'assistant',
        prefix: false,
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Ele pergunta o preço.' }] },
          { type: 'text', text: 'Custa ' },
          { type: 'reference', reference_ids: [1] },
          { type: 'text', text: 'R$ 10.' },
        ],
      }),
    ],
    usage: { prompt_tokens: 12, completion_tokens: 7, prompt_audio_seconds: null },
  })
  json({
    choices: [
      {
        ...choice({ role: 'assistant', content: 'Dez reais.', reasoning_content: 'Hm.', annotations: [] }, null),
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: null, completion_tokens: 3, cost: 0.1 },
    service_tier: null,
    citations: null,
  })
  json({
    choices: [choice({ role: 'assistant', content: '<think>Ele quer saber…</think>\n\nDez.' })],
    timings: {},
  })
  expect(await chat()).toMatchObject({
    text: 'Custa R$ 10.',
    usage: { tokensIn: 12, tokensOut: 7 },
  })
  expect(await chat()).toMatchObject({
    text: 'Dez reais.',
    usage: { tokensIn: expect.any(Number), tokensOut: 3 },
  })
  expect(await chat()).toMatchObject({ text: 'Dez.' })
})

test('runs tools called in parallel, with arguments as text or object, and with or without ids', async () => {
  const run: unknown[] = []
  const tool: ChatTool = {
    name: 'add_tag',
    description: 'Adds a tag',
    parameters: { type: 'object', properties: { tagId: { type: 'integer' } } },
    run(args) {
      run.push(args)
      return { content: 'ok' }
    },
  }
  const call = (given: unknown, id?: string) => ({
    ...(id && { id }),
    type: 'function',
    index: 0,
    function: { name: 'add_tag', arguments: given },
  })
  json({
    choices: [
      choice(
        {
          role: 'assistant',
          content: null,
          tool_calls: [call('{"tagId":1}', 'a'), call({ tagId: 2 }), call('', ''), call(null)],
        },
        'tool_calls',
      ),
    ],
  })
  json({
    choices: [choice({ role: 'assistant', content: 'Feito.', tool_calls: null, function_call: null })],
  })
  expect(await chat([tool])).toMatchObject({ text: 'Feito.', requests: 2 })
  expect(run).toEqual([{ tagId: 1 }, { tagId: 2 }, {}, {}])
  const [, asked, ...results] = bodies[1]?.['messages'] as {
    tool_calls?: any[]
    tool_call_id?: string
  }[]
  const ids = asked?.tool_calls?.map(({ id }) => id as string) ?? []
  expect(new Set(ids).size).toBe(4)
  expect(ids.every((id) => id !== '')).toBe(true)
  expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(ids)
  // Providers read the arguments of earlier calls as JSON, too.
  for (const { function: called } of asked?.tool_calls ?? []) expect(() => JSON.parse(called.arguments)).not.toThrow()
})

test('reads an answer in pieces, and one preceded by empty lines that keep the connection open', async () => {
  const text = JSON.stringify({ choices: [choice({ role: 'assistant', content: 'Olá' })] })
  answers.push(() => new Response(inPieces(`\n\n   \n${text}`, 3, 20)))
  expect(await chat()).toMatchObject({ text: 'Olá' })
})

test('takes a failure inside an answer of 200 as a failure', async () => {
  json({ error: { message: 'Provider returned error', code: 502 }, user_id: 'x' })
  const failed = await chat().catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'unavailable', isTemporary: true })
  expect(String(failed)).toContain('Provider returned error')
})

test('lists models of a bare list, of entries with other fields, and of a provider without any', async () => {
  const list = () => listModels(world.ctx(1), endpoint())
  json([{ id: 'b', type: 'chat', pricing: {} }, { id: 'a' }])
  json({
    object: 'list',
    data: [{ id: 'models/gemini-2.5-flash', owned_by: 'google', display_name: 'Gemini' }],
  })
  json({ object: 'list', data: null })
  expect(await list()).toEqual(['a', 'b'])
  expect(await list()).toEqual(['models/gemini-2.5-flash'])
  expect(await list()).toEqual([])
})

test('reads why a request was refused', async () => {
  const refusals: [status: number, body: string, code: string, message: string][] = [
    [400, '{"error":"Model is gone"}', 'requestRefused', 'Model is gone'],
    [400, '[{"error":{"message":"API_Key not valid"}}]', 'keyRefused', 'API_Key not valid'],
    [400, '{"error":{"message":"Model of sk-abcd is gone"}}', 'requestRefused', 'Model of … is gone'],
    [401, '{"error":null,"message":"No access"}', 'keyRefused', 'No access'],
    [403, '{"detail":"No access"}', 'keyRefused', 'HTTP 403'],
    [402, 'Pay first', 'quotaExceeded', 'Pay first'],
    [429, '{"error":{"type":"insufficient_quota","message":"Pay"}}', 'quotaExceeded', 'Pay'],
    [404, '<html>Not here</html>', 'modelNotFound', 'HTTP 404'],
    [408, '', 'unavailable', 'HTTP 408'],
    [409, '7', 'unavailable', 'HTTP 409'],
    [425, '', 'unavailable', 'HTTP 425'],
    [499, 'x'.repeat(301), 'requestRefused', 'x'.repeat(300)],
    [500, 'Later', 'unavailable', 'Later'],
  ]
  for (const [status, body, code, message] of refusals) {
    answers.push(() => new Response(body, { status }))
    const { code: shown, message: why } = (await chat().catch((error: unknown) => error)) as AiError
    expect([status, shown, why]).toEqual([status, code, message])
  }
})
