import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connectionTable } from '../../connection/connection.tables'
import { deleteQueue } from '../../queue/queue.commands'
import { type OpenAi, openAiKey, startOpenAi } from '../../testing/services/openai/start-openai'
import { effectsOf } from '../../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../../testing/world/world'

let openAi: OpenAi
let world: World
let ana: Caller
beforeEach(async () => {
  openAi = await startOpenAi()
  world = await createWorld({ environment: openAi.environment })
  ana = await world.as(world.ana)
})
afterEach(async () => {
  world.stop()
  await openAi.stop()
})

const body = { name: 'Atendente', prompt: 'Somos uma padaria.', apiKey: openAiKey, queueId: 1 }
const add = async (more: object = {}) => (await ana.post('/prompt', { ...body, ...more })).body

test('a new prompt has the default values, and its keys are never returned', async () => {
  const prompt = await add()
  expect(prompt).toMatchObject({
    name: 'Atendente',
    prompt: 'Somos uma padaria.',
    voice: 'texto',
    voiceRegion: '',
    model: '',
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    assistsTeam: false,
    botError: null,
    queueId: 1,
    queue: { id: 1, name: 'Vendas' },
    hasApiKey: true,
    hasVoiceKey: false,
  })
  const spoken = { voice: 'pt-BR-YaraNeural', voiceKey: 'azure-secret', voiceRegion: ' BrazilSouth ' }
  const saved = (await ana.put(`/prompt/${prompt.id}`, spoken)).body
  expect(saved).toMatchObject({ voice: 'pt-BR-YaraNeural', voiceRegion: 'brazilsouth', hasVoiceKey: true })
  const answers = [await ana.get('/prompt'), await ana.get(`/prompt/${prompt.id}`)]
  const published = JSON.stringify([prompt, saved, ...answers.map((answer) => answer.body), world.published])
  expect(published).not.toContain(openAiKey)
  expect(published).not.toContain('azure-secret')
  const { sqlite } = world.ctx(1).company
  expect(JSON.stringify(sqlite.query('SELECT * FROM prompt').all())).not.toContain(openAiKey)
  expect(answers[0]?.body.prompts).toEqual([saved])
})

test('saving without the keys keeps them', async () => {
  const { id } = await add({ voice: 'pt-BR-YaraNeural', voiceKey: 'k2', voiceRegion: 'brazilsouth' })
  for (const empty of ['', null]) {
    const saved = await ana.put(`/prompt/${id}`, { name: 'Outro', apiKey: empty, voiceKey: empty })
    expect(saved.body).toMatchObject({ name: 'Outro', hasApiKey: true, hasVoiceKey: true })
  }
  const tested = await ana.post('/prompt/test', { id, prompt: 'x', question: 'Oi' })
  expect([tested.body.answer, openAi.calls[0]?.key]).toEqual(['Eco: Oi', openAiKey])
})

test('names each invalid field', async () => {
  const cases: [object, Record<string, string>][] = [
    [{ queueId: undefined }, { queueId: 'queueMissing' }],
    [{ queueId: null }, { queueId: 'queueMissing' }],
    [{ queueId: '' }, { queueId: 'queueMissing' }],
    [{ queueId: 99 }, { queueId: 'unknown' }],
    [{ apiKey: '' }, { apiKey: 'required' }],
    [{ apiKey: 'with space' }, { apiKey: 'invalid' }],
    [{ name: '  ' }, { name: 'required' }],
    [{ prompt: ' ' }, { prompt: 'required' }],
    [{ prompt: 'x'.repeat(100_000) }, { prompt: 'tooLong' }],
    [{ temperature: 2.1 }, { temperature: 'tooLarge' }],
    [{ temperature: 'NaN' }, { temperature: 'invalid' }],
    [{ maxTokens: 0 }, { maxTokens: 'tooSmall' }],
    [{ maxTokens: 32_001 }, { maxTokens: 'tooLarge' }],
    [{ maxMessages: 51 }, { maxMessages: 'tooLarge' }],
    [{ voice: 'pt-BR-NobodyNeural' }, { voice: 'invalid' }],
    [{ voice: 'pt-BR-YaraNeural' }, { voiceKey: 'required', voiceRegion: 'required' }],
    [{ voiceRegion: 'evil.test/x?' }, { voiceRegion: 'region' }],
  ]
  for (const [wrong, fields] of cases) {
    const answer = await ana.post('/prompt', { ...body, ...wrong })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  }
  const { id } = await add({ temperature: '0.5', maxTokens: '200' })
  expect((await ana.get(`/prompt/${id}`)).body).toMatchObject({ temperature: 0.5, maxTokens: 200 })
  expect((await ana.put(`/prompt/${id}`, { queueId: 0 })).body.fields).toEqual({ queueId: 'queueMissing' })
})

test('prompts are limited to admins of the company whose plan includes them', async () => {
  const { id } = await add()
  const calls = (who: typeof ana) => [
    who.get('/prompt'),
    who.get(`/prompt/${id}`),
    who.post('/prompt', body),
    who.put(`/prompt/${id}`, { name: 'x' }),
    who.post('/prompt/test', { question: 'Oi', prompt: 'x', apiKey: openAiKey }),
    who.get('/ai-usage'),
    who.put('/ai-usage/limit', { limit: 1 }),
    who.delete(`/prompt/${id}`),
  ]
  const statuses = async (who: typeof ana) => (await Promise.all(calls(who))).map(({ status }) => status)
  expect(new Set(await statuses(await world.as(world.bruno)))).toEqual(new Set([403]))
  const gina = await world.as(world.gina)
  expect((await gina.get(`/prompt/${id}`)).status).toBe(404)
  expect((await gina.put(`/prompt/${id}`, { name: 'x' })).body.error).toBe('ERR_NO_PROMPT_FOUND')
  expect((await gina.delete(`/prompt/${id}`)).status).toBe(404)
  await (await world.as(world.sofia)).put('/plans/1', { useOpenAi: false })
  const refused = await Promise.all(calls(ana))
  expect(new Set(refused.map(({ status, body: answer }) => `${status} ${answer.limit}`))).toEqual(
    new Set(['402 useOpenAi']),
  )
  expect(openAi.calls).toEqual([])
})

test('publishes changes to admins only', async () => {
  const { id } = await add()
  await ana.put(`/prompt/${id}`, { name: 'Novo' })
  const published = world.published.filter(({ event }) => event === 'company-1-prompt')
  expect(published.map(({ topics, data }) => [topics, data['action']])).toEqual([
    [['1/admin'], 'create'],
    [['1/admin'], 'update'],
  ])
})

test('deleting a prompt removes it from its connections, and deleting a queue removes it from its prompts', async () => {
  const { id } = await add()
  const greets = { greetingMessage: 'Olá!' }
  expect((await ana.put('/whatsapp/1', { ...greets, promptId: id })).body.fields).toBeUndefined()
  expect((await ana.put('/whatsapp/1', { promptId: id + 1 })).body.fields).toEqual({ promptId: 'unknown' })
  await deleteQueue(world.ctxAs(world.ana), 1)
  expect((await ana.get(`/prompt/${id}`)).body).toMatchObject({ queueId: null, queue: null })
  expect((await ana.put(`/prompt/${id}`, { name: 'Sem fila' })).status).toBe(200)
  expect(await ana.delete(`/prompt/${id}`)).toMatchObject({ status: 200, body: { message: 'Prompt deleted' } })
  const connection = world.ctx(1).db.select().from(connectionTable).all()[0]
  expect(connection?.options.promptId).toBeNull()
})

test('the test answers with the form’s instructions, or with the reason of a failure', async () => {
  const ask = (more: object = {}) =>
    ana.post('/prompt/test', { question: 'Que horas abre?', prompt: 'Abrimos às 9 h.', apiKey: openAiKey, ...more })
  openAi.script.model = () => '**Às 9 h**'
  const { body: answered } = await ask({ maxTokens: 50, temperature: 0.2, model: 'gpt-4.1-mini' })
  expect(answered).toMatchObject({ answer: '*Às 9 h*', handsOver: false, tokensOut: 3, error: null })
  expect(openAi.calls[0]?.body).toMatchObject({ temperature: 0.2, max_completion_tokens: 50 })
  const [system] = openAi.chats[0]?.messages ?? []
  expect(system?.content).toContain('Abrimos às 9 h.')
  expect(system?.content).toContain('"Acme"')
  openAi.script.model = ({ tools }) => ({ calls: [{ name: tools[0] ?? '', arguments: { reason: 'preço' } }] })
  expect((await ask()).body).toMatchObject({ answer: '', handsOver: true })
  expect((await ask({ apiKey: 'sk-wrongwrong' })).body).toMatchObject({ answer: null, error: { code: 'keyRefused' } })
  expect((await ask({ apiKey: '' })).body.error.code).toBe('keyRefused')
  expect((await ask({ id: 77, apiKey: '' })).body.error).toBe('ERR_NO_PROMPT_FOUND')
})

test('counts tokens per day and company, and stops requests at the limit', async () => {
  const { id } = await add()
  const ask = () => ana.post('/prompt/test', { id, question: 'Oi', prompt: 'x' })
  await ask()
  await ask()
  const { body: usage } = await ana.get('/ai-usage')
  const [owner] = usage.owners
  expect(usage).toMatchObject({ limit: null, tokens: owner.tokensIn + owner.tokensOut })
  expect(owner).toMatchObject({ kind: 'prompt', id, requests: 2, tokensOut: 4 })
  expect((await ana.put('/ai-usage/limit', { limit: 0 })).body.fields).toEqual({ limit: 'tooSmall' })
  const setLimit = () => effectsOf(world, () => ana.put('/ai-usage/limit', { limit: usage.tokens }))
  const [set, again] = [await setLimit(), await setLimit()]
  expect([set.answer.body.limit, again.answer.body.limit]).toEqual([usage.tokens, usage.tokens])
  expect([set.events, again.events]).toEqual([{ 'aiLimit.changed': 1 }, 'none'])
  expect((await ask()).body).toMatchObject({ answer: null, error: { code: 'limitReached' } })
  expect(openAi.calls).toHaveLength(2)
  expect((await (await world.as(world.gina)).get('/ai-usage')).body).toMatchObject({
    tokens: 0,
    limit: null,
    owners: [],
  })
  expect((await ana.put('/ai-usage/limit', { limit: null })).body.limit).toBeNull()
  expect((await ask()).body.answer).toBe('Eco: Oi')
})
