import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { effectsOf } from '../../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { changePlans } from '../../testing/world/change-plans'

const key = 'sk-test-1234567890abcdef'
let service: ReturnType<typeof startService>
let world: World
let ana: Caller

function startService() {
  const state = { models: ['gpt-large', 'gpt-small'], status: 200, keys: [] as string[] }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const given = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      state.keys.push(given)
      if (new URL(request.url).pathname !== '/v1/models') return new Response('<html>', { status: 404 })
      if (given !== key) return Response.json({ error: { message: `Incorrect API key: ${given}` } }, { status: 401 })
      if (state.status !== 200) return new Response('', { status: state.status })
      return Response.json({ object: 'list', data: state.models.map((id) => ({ id, object: 'model' })) })
    },
  })
  return { ...state, state, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

beforeAll(() => {
  service = startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  Object.assign(service.state, { models: ['gpt-large', 'gpt-small'], status: 200, keys: [] })
  world = await createWorld({
    now: new Date('2026-11-20T12:00:00Z'),
    environment: { OUTGOING_ALLOW: new URL(service.url).host },
  })
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const body = (more: object = {}) => ({ name: 'OpenAI', base_url: `${service.url}/v1/`, api_key: key, ...more })
const models = async () =>
  (await ana.get('/aimodelslist?aiProviderId=1')).body.map(({ name }: { name: string }) => name)
const shown = async () => (await ana.get('/aiprovider')).body[0]

test('adds a provider, lists its models daily, and never returns its key', async () => {
  const { answer, ...effects } = await effectsOf(world, () => ana.post('/aiprovider', body()))
  expect(effects).toEqual({
    events: { 'aiProvider.created': 1 },
    jobs: { 'aiProvider.listModels': 1 },
    live: { 'company-1-aiProvider': 1 },
    otherCompany: 'none',
  })
  expect(world.published.at(-1)?.topics).toEqual(['1/admin'])
  expect(answer.body).toMatchObject({
    id: 1,
    name: 'OpenAI',
    base_url: `${service.url}/v1`,
    hasApiKey: true,
    models: 0,
  })
  await world.runJobs(1)
  expect(await models()).toEqual(['gpt-large', 'gpt-small'])
  expect(await shown()).toMatchObject({ models: 2, modelsError: null, modelsAt: '2026-11-20T12:00:00.000Z' })

  service.state.models = ['gpt-small', 'gpt-new']
  world.setTime(new Date('2026-11-21T12:00:01Z'))
  await world.runJobs(1)
  expect(await models()).toEqual(['gpt-new', 'gpt-small'])
  expect(service.state.keys).toEqual([key, key])

  const stored = JSON.stringify(world.ctx(1).company.sqlite.query('SELECT * FROM ai_provider').all())
  const answers = JSON.stringify([answer.body, await shown(), world.published])
  expect([stored.includes(key), answers.includes(key)]).toEqual([false, false])
})

test('names missing fields; keeps the key, but requires it again for another address', async () => {
  const fields = async (path: 'post' | 'put', given: object) => (await ana[path]('/aiprovider', given)).body.fields
  expect(await fields('post', { base_url: body().base_url })).toEqual({ name: 'required', api_key: 'required' })
  expect(await fields('post', body({ name: ' ', api_key: '' }))).toEqual({
    name: 'providerNameRequired',
    api_key: 'apiKeyRequired',
  })
  for (const base_url of ['', 'api.openai.com', 'ftp://a.test', 'https://u:p@a.test', 'https://a.test/?key=1']) {
    expect([base_url, Object.keys(await fields('post', body({ base_url })))]).toEqual([base_url, ['base_url']])
  }
  expect(await fields('post', body({ api_key: 'a\r\nHost: b' }))).toEqual({ api_key: 'invalid' })

  await ana.post('/aiprovider', body())
  await world.runJobs(1)
  const renamed = await ana.put('/aiprovider', { id: 1, name: 'Nosso', api_key: '' })
  expect(renamed.body).toMatchObject({ name: 'Nosso', hasApiKey: true, models: 2 })
  const moved = { id: 1, base_url: `${service.url}/stolen` }
  expect(await fields('put', moved)).toEqual({ api_key: 'apiKeyAgain' })
  expect(await fields('put', { ...moved, api_key: '' })).toEqual({ api_key: 'apiKeyAgain' })
  expect(await fields('put', { id: 1, api_key: null })).toEqual({ api_key: 'apiKeyRequired' })
  await ana.post('/aiprovider/1/models')
  await world.runJobs(1)
  expect(service.state.keys).toEqual([key, key])
})

test('a provider whose models cannot be listed says why, keeps its models, and is retried', async () => {
  await ana.post('/aiprovider', body({ api_key: 'sk-wrong' }))
  await world.runJobs(1)
  expect(await shown()).toMatchObject({ models: 0, modelsError: 'keyRefused' })
  await ana.put('/aiprovider', { id: 1, api_key: key })
  expect(await shown()).toMatchObject({ modelsError: null, modelsAt: null })
  await world.runJobs(1)
  expect(await shown()).toMatchObject({ models: 2, modelsError: null })

  service.state.status = 503
  await ana.post('/aiprovider/1/models')
  await world.runJobs(1)
  expect(await shown()).toMatchObject({ models: 2, modelsError: 'unreachable' })
  service.state.status = 200
  world.setTime(new Date('2026-11-20T13:00:01Z'))
  await world.runJobs(1)
  expect(await shown()).toMatchObject({ models: 2, modelsError: null })

  await ana.put('/aiprovider', { id: 1, base_url: `${service.url}/elsewhere`, api_key: key })
  await world.runJobs(1)
  expect(await shown()).toMatchObject({ modelsError: 'notFound' })
  // Its name may resolve to another address later, so every call checks again.
  world.ctx(1).company.sqlite.run("UPDATE ai_provider SET base_url = 'http://169.254.169.254/v1'")
  await ana.post('/aiprovider/1/models')
  await world.runJobs(1)
  expect(await shown()).toMatchObject({ modelsError: 'refusedAddress' })
})

test('refuses a private address when it is saved', async () => {
  const inside = { base_url: 'http://169.254.169.254/v1' }
  expect((await ana.post('/aiprovider', body(inside))).body.fields).toEqual({ base_url: 'refusedAddress' })
  await ana.post('/aiprovider', body())
  const moved = await ana.put('/aiprovider', { id: 1, ...inside, api_key: key })
  expect(moved.body.fields).toEqual({ base_url: 'refusedAddress' })
})

test('providers are limited to the company’s admins and to the plan', async () => {
  const bruno = await world.as(world.bruno)
  const gina = await world.as(world.gina)
  await ana.post('/aiprovider', body())
  const calls = [
    ['GET', '/aiprovider'],
    ['GET', '/aimodelslist'],
    ['POST', '/aiprovider', body()],
    ['PUT', '/aiprovider', { id: 1, name: 'Meu' }],
    ['DELETE', '/aiprovider/1'],
    ['POST', '/aiprovider/1/models'],
  ] as const
  for (const [method, path, given] of calls) {
    expect([path, (await world.nobody.call(method, path, given)).status]).toEqual([path, 401])
    expect([path, (await bruno.call(method, path, given)).status]).toEqual([path, 403])
  }
  expect((await gina.get('/aiprovider')).body).toEqual([])
  expect((await gina.put('/aiprovider', { id: 1, name: 'Meu' })).body.error).toBe('ERR_NO_AI_PROVIDER_FOUND')
  expect((await gina.delete('/aiprovider/1')).status).toBe(404)

  changePlans(world, { useOpenAi: false })
  for (const [method, path, given] of calls) {
    const { status, body: refusal } = await ana.call(method, path, given)
    expect([path, status, refusal.limit]).toEqual([path, 402, 'useOpenAi'])
  }
})

test('deleting a provider deletes its models and stops its requests', async () => {
  await ana.post('/aiprovider', body())
  await world.runJobs(1)
  expect((await ana.delete('/aiprovider/1')).status).toBe(200)
  expect((await ana.get('/aimodelslist')).body).toEqual([])
  world.setTime(new Date('2026-11-22T12:00:00Z'))
  await world.runJobs(1)
  expect(service.state.keys).toHaveLength(1)
})
