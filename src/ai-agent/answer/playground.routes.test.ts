import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { type OpenAi, openAiKey, startOpenAi } from '../../testing/services/openai/start-openai'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { effectsOf } from '../../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { agentRecords } from '../agent/agent.record'
import { AgentBody } from '../agent/agent.contract'
import { savePlainItems } from '../agent/item.commands'
import { createAiProvider } from '../provider/ai-provider.commands'

let openAi: OpenAi
let world: World
let ana: Caller
beforeEach(async () => {
  openAi = await startOpenAi({ models: ['gpt-4.1-mini'] })
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
  const ctx = await addAgent(world.ana, openAi.url)
  const items = [{ id: null, index: undefined, agentId: 1, question: 'Aceitam convênio?', answer: 'Sim.' }]
  savePlainItems(ctx, 'faq', { agentId: 1, items })
  ana = await world.as(world.ana)
})
afterEach(async () => {
  world.stop()
  await openAi.stop()
})

async function addAgent(admin: World['ana'], url: string) {
  const ctx = world.ctxAs(admin)
  createAiProvider(ctx, { name: 'OpenAI', base_url: url, api_key: openAiKey })
  await world.runJobs(admin.companyId)
  const queuesId = [1]
  agentRecords.createFrom(
    ctx,
    v.parse(AgentBody, { name: 'Lia', agentTypeId: 1, aiProviderId: 1, aiModelListId: 1, queuesId }),
  )
  return ctx
}

const ask = (body: string, calls = ana) =>
  calls.post('/agents/1/playground', {
    messages: [
      { fromMe: true, body: 'Olá!' },
      { fromMe: false, body },
    ],
  })

test('answers an admin with its text, sources and actions, without performing them', async () => {
  openAi.script.model = () => ({
    text: 'Um momento.',
    calls: [{ name: 'transfer_to_queue', arguments: { queueId: 1, reason: 'Convênio' } }],
  })
  const { answer, ...effects } = await effectsOf(world, () => ask('Vocês aceitam convênio?'))
  expect(effects).toEqual({ events: 'none', jobs: 'none', live: 'none', otherCompany: 'none' })
  expect(answer.body).toMatchObject({
    answer: 'Um momento.',
    actions: { transfersTo: { queue: 'Vendas', reason: 'Convênio' }, tags: [], files: [], ends: false },
    sources: [{ kind: 'faq', itemId: 1, title: 'Aceitam convênio?' }],
    model: 'gpt-4.1-mini',
    error: null,
  })
  expect(openAi.chats.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'user'])
})

test('limits the tool calls of a model, and reports failures without the key', async () => {
  openAi.script.model = ({ tools }) =>
    tools.length > 0 ? { calls: [{ name: 'no_such_tool', arguments: '[1' }] } : 'Desisto.'
  expect((await ask('Oi')).body.answer).toBe('Desisto.')
  openAi.fail({ status: 401, code: 'invalid_api_key' })
  const refused = await ask('Oi')
  expect([refused.status, refused.body.error.code, refused.body.answer]).toEqual([200, 'keyRefused', ''])
  expect(JSON.stringify(refused.body)).not.toContain(openAiKey)
  openAi.fail({ nonsense: true })
  expect((await ask('Oi')).body.error.code).toBe('invalidAnswer')
})

test('is limited to admins of the company, and requires a question', async () => {
  expect((await ask('Oi', await world.as(world.bruno))).status).toBe(403)
  expect((await ask('Oi', await world.as(world.gina))).body.error).toBe('ERR_NO_AGENT_FOUND')
  expect((await ana.post('/agents/1/playground', { messages: [] })).body.fields).toEqual({ messages: 'required' })
  const own = { messages: [{ fromMe: true, body: 'Olá!' }] }
  expect((await ana.post('/agents/1/playground', own)).body.fields).toEqual({ messages: 'invalid' })
})

test('many questions to a provider that never answers hold up no other company and no other work', async () => {
  const other = await startOpenAi({ models: ['gpt-4.1-mini'] })
  await addAgent(world.gina, other.url)
  const gina = await world.as(world.gina)
  openAi.fail({ silent: true })
  const askOften = (length: number) => Array.from({ length }, () => ask('Oi'))
  const held = askOften(100)
  await until(() => openAi.calls.length > 20, 'many questions')
  // One user may have 128 requests waiting.
  held.push(...askOften(30))
  expect((await ask('Oi', gina)).body.error).toBeNull()
  const { outgoing } = world.platform
  for (const kind of ['message', 'media', 'webhook', 'bot', 'payment'] as const) {
    expect(
      (await outgoing.of(1, kind)(`${other.url}/models`, { headers: { authorization: `Bearer ${openAiKey}` } })).status,
    ).toBe(200)
  }
  openAi.recover()
  const answers = await Promise.all(held)
  expect(answers.map(({ body }) => body.error)).toEqual(Array.from({ length: 130 }, () => null))
  await other.stop()
})
