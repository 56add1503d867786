import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { findMediaByKey, mediaPath } from '../../kernel/file/media-store'
import { effectsOf, noEffects } from '../../testing/world/side-effects'
import type { Answer } from '../../testing/world/requests'
import { type Caller, createWorld, type World } from '../../testing/world/world'
import { changePlans } from '../../testing/world/change-plans'
import { aiModelTable } from '../ai-agent.tables'

let world: World
let ana: Caller

beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
  await addProvider(ana, 1)
})
afterEach(() => world.stop())

async function addProvider(calls: Caller, companyId: number) {
  await calls.post('/aiprovider', { name: 'OpenAI', base_url: 'https://ai.test/v1', api_key: 'sk-test' })
  const models = ['gpt-large', 'gpt-small'].map((name) => ({ providerId: 1, name }))
  world.ctx(companyId).db.insert(aiModelTable).values(models).run()
}

const body = { name: 'Lia', agentTypeId: 1, aiProviderId: 1, aiModelListId: 2 }
const addAgent = async (more: object = {}, calls = ana) => (await calls.post('/agents', { ...body, ...more })).body

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const picture = (name: string) => new File([png], name, { type: 'image/png' })

function formOf(products: readonly object[], more: Record<string, readonly (string | File)[]> = {}) {
  const form = new FormData()
  form.set('products', JSON.stringify(products))
  for (const [name, values] of Object.entries(more)) for (const value of values) form.append(name, value)
  return form
}
/** A list in an answer; asking more of it than there is fails the test. */
const rows = ({ body: list }: Answer) => list as [Row, Row]
type Row = Record<string, any> & { id: number }
const bulk = '/productservice/bulk-with-files'

test('creates an agent with its defaults, changes and deletes it; admins receive each change', async () => {
  const { answer, ...effects } = await effectsOf(world, () => ana.post('/agents', { ...body, queuesId: [1, 1] }))
  expect(effects).toEqual({ ...noEffects, events: { 'agent.created': 1 }, live: { 'company-1-agent': 1 } })
  expect(world.published.at(-1)?.topics).toEqual(['1/admin'])
  expect(answer.body).toMatchObject({
    ...body,
    gender: 'nao_especificado',
    ageRange: '26 a 35',
    communicationTone: 'casual_amigavel',
    delay: 0,
    queuesId: [1],
    tagsId: [],
    model: 'gpt-small',
    botError: null,
  })
  await ana.put('/agents/1', { shortBio: 'Recepção', gender: 'feminino', delay: 3 })
  expect((await ana.put('/agents/1', { instagram: '@acme' })).body).toMatchObject({
    shortBio: 'Recepção',
    gender: 'feminino',
    delay: 3,
    instagram: '@acme',
    queuesId: [1],
  })
  const changed = await ana.put('/agents/1', { name: 'Lia Souza', delay: '8', aiModelListId: 1, queuesId: [] })
  expect(changed.body).toMatchObject({ name: 'Lia Souza', delay: 8, model: 'gpt-large', queuesId: [], agentTypeId: 1 })
  expect((await ana.get('/agents')).body.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
    [1, 'Lia Souza'],
  ])
  expect((await ana.delete('/agents/1')).status).toBe(200)
  expect((await ana.get('/agents/1')).body.error).toBe('ERR_NO_AGENT_FOUND')
})

test('names missing fields and references to unknown records', async () => {
  const fields = async (more: object) => (await ana.post('/agents', { ...body, ...more })).body.fields
  expect(await fields({ agentTypeId: null })).toEqual({ agentTypeId: 'agentTypeRequired' })
  expect(await fields({ agentTypeId: 12 })).toEqual({ agentTypeId: 'agentTypeRequired' })
  expect(await fields({ name: '', aiProviderId: '', aiModelListId: null })).toEqual({
    name: 'required',
    aiProviderId: 'required',
    aiModelListId: 'required',
  })
  expect(await fields({ aiModelListId: 9 })).toEqual({ aiModelListId: 'unknown' })
  expect(await fields({ queuesId: [1, 99], tagsId: [99] })).toEqual({ queuesId: 'unknown', tagsId: 'unknown' })
  expect(await fields({ gender: 'x', delay: 301 })).toEqual({ gender: 'invalid', delay: 'tooLarge' })
  expect((await ana.get('/agents')).body).toEqual([])
})

test('there are ten agent types with texts and an empty one; pickers show queues by name', async () => {
  const types = (await ana.get('/agenttype')).body
  expect(types).toHaveLength(11)
  expect(types[0]).toMatchObject({ id: 1, type: 'clinica', communicationTone: 'formal_profissional' })
  expect(types.slice(0, 10).every(({ shortBio }: { shortBio: string }) => shortBio.length > 20)).toBe(true)
  expect(types[10]).toMatchObject({ id: 11, type: 'custom', name: 'Outro/Personalizado', shortBio: '' })
  const queues = (await ana.get('/queue/agent')).body
  expect(queues.map(({ name }: { name: string }) => name)).toEqual(['Vendas', 'Suporte'])
})

test('adds, changes and deletes single questions, objections and complements', async () => {
  const { id: agentId } = await addAgent()
  const items = [
    { question: 'Abrem aos sábados?', answer: 'Sim, das 9h às 13h.' },
    { question: 'Onde fica?', answer: 'Rua das Flores, 10.' },
  ]
  const { answer, ...effects } = await effectsOf(world, () => ana.post('/faq/bulk', { agentId, items }))
  expect(effects).toMatchObject({ events: { 'agent.updated': 1 }, live: { 'company-1-agent': 1 } })
  const [first, second] = rows(answer)
  const put = { items: [{ id: second.id, agentId, question: 'Endereço?', answer: 'Rua das Flores, 12.', index: 0 }] }
  await ana.put('/faq/bulk/all', { items: [{ ...first, index: 1 }, ...put.items] })
  const listed = (await ana.get(`/faq/agent/${agentId}`)).body
  expect(listed.map(({ id, question }: Record<string, unknown>) => [id, question])).toEqual([
    [2, 'Endereço?'],
    [1, 'Abrem aos sábados?'],
  ])
  expect((await ana.delete('/faq/1')).status).toBe(200)
  expect((await ana.get(`/faq/agent/${agentId}`)).body).toHaveLength(1)

  await ana.post('/objection/bulk', { agentId, items: [{ name: 'É caro', response: 'Parcelamos em 10 vezes.' }] })
  await ana.post('/complement/bulk', { agentId, items: [{ title: 'Garantia', content: 'Um ano.' }] })
  expect((await ana.get(`/objection/agent/${agentId}`)).body).toMatchObject([{ name: 'É caro', index: 0 }])
  expect((await ana.get(`/complement/agent/${agentId}`)).body).toMatchObject([
    { title: 'Garantia', content: 'Um ano.' },
  ])
  expect((await ana.delete('/complement/3')).body.error).toBe('ERR_NO_AGENT_ITEM_FOUND')
})

test('accepts a plain list of items, each with its agent', async () => {
  const { id: agentId } = await addAgent()
  const items = [{ agentId, question: 'Abrem no sábado?', answer: 'Até as 13h.' }]
  const [made] = rows(await ana.post('/faq/bulk', items))
  expect(made).toMatchObject({ agentId, question: 'Abrem no sábado?' })
  const [changed] = rows(await ana.put('/faq/bulk/all', [{ ...made, answer: 'Até as 14h.' }]))
  expect(changed).toMatchObject({ id: made.id, answer: 'Até as 14h.' })
  expect((await ana.post('/faq/bulk', [{ agentId, question: '' }])).body.fields).toMatchObject({
    'items.0.question': 'required',
  })
  expect((await ana.post('/faq/bulk', [{ question: 'De quem?', answer: 'De ninguém' }])).status).toBe(400)
  for (const odd of ['texto', 7, null]) expect((await ana.post('/faq/bulk', odd as never)).status).toBe(400)
})

test('a request without an agent, or with items of another one, changes nothing', async () => {
  const { id: agentId } = await addAgent()
  const { id: other } = await addAgent({ name: 'Rui' })
  const [own] = rows(await ana.post('/faq/bulk', { agentId, items: [{ question: 'A', answer: 'B' }] }))
  const send = async (given: object) => (await ana.put('/faq/bulk/all', given)).body.fields
  expect(await send({ agentId: other, items: [{ id: own.id, question: 'X', answer: 'Y' }] })).toEqual({
    'items.0.agentId': 'unknown',
  })
  expect(await send({ agentId, items: [{ id: 99, question: 'X', answer: 'Y' }] })).toEqual({ 'items.0.id': 'unknown' })
  expect(await send({ items: [{ question: 'X', answer: 'Y' }] })).toEqual({ agentId: 'required' })
  expect(await send({ agentId, items: [{ question: '', answer: ' ' }] })).toEqual({
    'items.0.question': 'required',
    'items.0.answer': 'required',
  })
  const many = Array.from({ length: 500 }, (_, index) => ({ question: `P${index}`, answer: 'R' }))
  // Also counts rows whose transaction was rolled back.
  const written = () => world.ctx(1).company.sqlite.query<{ n: number }, []>('SELECT total_changes() AS n').get()?.n
  const products = () => formOf(many.map(({ question }) => ({ name: question, agentId })))
  expect((await ana.post(bulk, products())).status).toBe(200)
  const before = written()
  expect((await ana.post('/faq/bulk', { agentId, items: many })).body.fields).toEqual({ items: 'tooMany' })
  expect((await ana.post(bulk, products())).body.fields).toEqual({ products: 'tooMany' })
  const unknown = { id: 99, question: 'X', answer: 'Y' }
  expect(await send({ agentId, items: [...many.slice(1), unknown] })).toEqual({ 'items.499.id': 'unknown' })
  expect(written()).toBe(before)
  expect((await ana.get(`/faq/agent/${agentId}`)).body).toMatchObject([{ question: 'A', answer: 'B' }])
})

test.each([
  ['faq', 'question', 'answer'],
  ['objection', 'name', 'response'],
  ['complement', 'title', 'content'],
] as const)('PUT /%s/bulk/all replaces the agent’s list, and only that', async (kind, title, content) => {
  const { id: agentId } = await addAgent()
  const { id: other } = await addAgent({ name: 'Rui' })
  const of = (name: string, more = {}) => ({ [title]: name, [content]: 'R', ...more })
  const listed = async (path = `/${kind}/agent/${agentId}`) =>
    (await ana.get(path)).body.map((item: Record<string, string>) => item[title])
  const [, second] = rows(await ana.post(`/${kind}/bulk`, { agentId, items: [of('A'), of('B')] }))
  await ana.post(`/${kind}/bulk`, { agentId: other, items: [of('do Rui')] })
  const neighbour = kind === 'faq' ? 'objection' : 'faq'
  const words = { question: 'Outra', answer: 'R', name: 'Outra', response: 'R' }
  await ana.post(`/${neighbour}/bulk`, { agentId, items: [words] })

  expect((await ana.put(`/${kind}/bulk/all`, { agentId, items: [of('X'), of('Y', { id: 99 })] })).status).toBe(400)
  expect(await listed()).toEqual(['A', 'B'])
  await ana.put(`/${kind}/bulk/all`, { agentId, items: [of('C'), of('B2', { id: second.id })] })
  expect(await listed()).toEqual(['C', 'B2'])
  await ana.put(`/${kind}/bulk/all`, { agentId, items: [] })
  expect(await listed()).toEqual([])
  expect(await listed(`/${kind}/agent/${other}`)).toEqual(['do Rui'])
  expect((await ana.get(`/${neighbour}/agent/${agentId}`)).body).toHaveLength(1)
})

test('products keep their price and files; removed files are deleted from the disk', async () => {
  const { id: agentId } = await addAgent()
  const products = [
    { name: 'Limpeza', description: 'Limpeza dental', price: '1.234,56', paymentConditions: '3x', agentId, index: 0 },
    { name: 'Clareamento', price: 800, specialOffers: '10% à vista', agentId, index: 1 },
  ]
  const files = { 'files[0]': [picture('antes.png'), picture('depois.png')], 'files[1]': [picture('capa.png')] }
  const made = await ana.post(bulk, formOf(products, files))
  expect(made.status).toBe(200)
  expect(made.body).toMatchObject([
    {
      name: 'Limpeza',
      price: 1234.56,
      paymentConditions: '3x',
      files: [{ name: 'antes.png' }, { name: 'depois.png' }],
    },
    {
      name: 'Clareamento',
      price: 800,
      files: [{ name: 'capa.png', type: 'image/png', size: png.length, text: 'none' }],
    },
  ])
  const [before, after] = made.body[0].files as { id: number; url: string }[]
  const keyOf = (url: string) => url.replace('/media/', '')
  const onDisk = (url: string) => existsSync(mediaPath(world.ctx(1), keyOf(url)))
  expect((await ana.get(before?.url ?? '')).status).toBe(200)

  const [first] = rows(made)
  const kept = { 'existingFiles[0]': [JSON.stringify([after?.id])], 'files[0]': [picture('nova.png')] }
  const put = await ana.post(bulk, formOf([{ ...first, price: '' }], kept))
  expect(put.body).toMatchObject([{ id: first.id, price: null, files: [{ name: 'depois.png' }, { name: 'nova.png' }] }])
  expect([onDisk(before?.url ?? ''), onDisk(after?.url ?? '')]).toEqual([false, true])
  const untouched = await ana.post(bulk, formOf([{ id: first.id, name: 'Limpeza', agentId }]))
  expect(untouched.body[0].files).toHaveLength(2)

  const listed = (await ana.get(`/productservice/agent/${agentId}`)).body
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(['Limpeza', 'Clareamento'])
  const cover = listed[1].files[0].url
  const unknown = formOf([{ id: 99, name: 'X', agentId }])
  expect((await ana.put(bulk, unknown)).status).toBe(400)
  expect(onDisk(cover)).toBe(true)
  const fresh = { name: 'Nova', agentId }
  const replaced = await ana.put(bulk, formOf([fresh, { ...first, index: undefined }]))
  expect(rows(replaced).map(({ name, index }) => [name, index])).toEqual([
    ['Nova', 0],
    ['Limpeza', 1],
  ])
  expect((await ana.delete(`/productservice/${replaced.body[0].id}`)).status).toBe(200)
  expect([onDisk(cover), findMediaByKey(world.ctx(1), keyOf(cover))]).toEqual([false, undefined])
  await ana.delete(`/agents/${agentId}`)
  expect([...new Bun.Glob('**/*').scanSync({ cwd: world.ctx(1).company.mediaFolder })]).toEqual([])
})

test('a refused form stores nothing, not even its files', async () => {
  const { id: agentId } = await addAgent()
  const product = { name: 'Limpeza', agentId }
  const fields = async (form: FormData) => (await ana.post(bulk, form)).body.fields
  expect(await fields(formOf([product], { 'files[1]': [picture('a.png')] }))).toEqual({ 'files[1]': 'unknown' })
  expect(await fields(formOf([product], { 'files[0]': [new File(['MZ'], 'a.exe')] }))).toEqual({
    'files[0]': 'fileType',
  })
  expect(await fields(formOf([product], { 'files[0]': [new File([], 'a.png')] }))).toEqual({ 'files[0]': 'empty' })
  expect(await fields(formOf([product], { 'existingFiles[0]': ['[7]'] }))).toEqual({ 'existingFiles[0]': 'unknown' })
  expect(await fields(formOf([product], { 'existingFiles[0]': ['{'] }))).toEqual({ 'existingFiles[0]': 'invalid' })
  expect(await fields(formOf([{ ...product, price: 'caro' }]))).toEqual({ 'products.0.price': 'price' })
  const eleven = Array.from({ length: 11 }, (_, index) => picture(`${index}.png`))
  expect(await fields(formOf([product], { 'files[0]': eleven }))).toEqual({ 'files[0]': 'tooMany' })
  const broken = new FormData()
  broken.set('products', '{"not":')
  expect(await fields(broken)).toEqual({ products: 'invalid' })
  expect((await ana.get(`/productservice/agent/${agentId}`)).body).toEqual([])
  expect([...new Bun.Glob('**/*').scanSync({ cwd: world.ctx(1).company.mediaFolder })]).toEqual([])
  expect(await fields(formOf([product], { 'files[0]': eleven.slice(1) }))).toBeUndefined()
  expect(await fields(formOf([{ ...product, id: 1 }], { 'files[0]': [picture('a.png')] }))).toEqual({
    'files[0]': 'tooMany',
  })
})

test('a provider in use cannot be deleted and names its agents; a model in use stays after the provider drops it', async () => {
  await addAgent()
  const refused = await ana.delete('/aiprovider/1')
  expect([refused.status, refused.body.error, refused.body.usedBy]).toEqual([409, 'ERR_AI_PROVIDER_IN_USE', ['Lia']])
  await ana.delete('/agents/1')
  expect((await ana.delete('/aiprovider/1')).status).toBe(200)
})

test('deleting a queue or tag removes it as a target, and deleting an agent removes it from its connections', async () => {
  const tag = (await ana.post('/tags', { name: 'Quente' })).body
  await addAgent({ queuesId: [1, 2], tagsId: [tag.id] })
  expect((await ana.put('/whatsapp/1', { agentId: 1, greetingMessage: 'Olá' })).body).toMatchObject({ agentId: 1 })
  await ana.delete('/queue/1')
  await ana.delete(`/tags/${tag.id}`)
  expect((await ana.get('/agents/1')).body).toMatchObject({ queuesId: [2], tagsId: [] })
  await ana.delete('/agents/1')
  expect((await ana.get('/whatsapp/1')).body.agentId).toBeNull()
  expect((await ana.put('/whatsapp/1', { agentId: 1 })).body.fields).toEqual({ agentId: 'unknown' })
})

test('agents and their knowledge are limited to the company’s admins and to the plan', async () => {
  const bruno = await world.as(world.bruno)
  const gina = await world.as(world.gina)
  const { id: agentId } = await addAgent()
  const products = formOf([{ name: 'Limpeza', agentId }], { 'files[0]': [picture('a.png')] })
  const [product] = rows(await ana.post(bulk, products))
  const [faq] = rows(await ana.post('/faq/bulk', { agentId, items: [{ question: 'A', answer: 'B' }] }))
  const items = { agentId, items: [] }
  const calls = [
    ...[['GET', '/agents'] as const, ['GET', '/agents/1'] as const, ['POST', '/agents', body] as const],
    ...[['PUT', '/agents/1', { name: 'X' }] as const, ['DELETE', '/agents/1'] as const],
    ...[['GET', '/agenttype'] as const, ['GET', '/queue/agent'] as const],
    ...[['GET', '/productservice/agent/1'] as const, ['POST', bulk, formOf([product])] as const],
    ...[['DELETE', `/productservice/${product.id}`] as const, ['DELETE', `/faq/${faq.id}`] as const],
    ...['faq', 'objection', 'complement'].flatMap((kind) => [
      ['GET', `/${kind}/agent/1`] as const,
      ['POST', `/${kind}/bulk`, items] as const,
      ['PUT', `/${kind}/bulk/all`, items] as const,
    ]),
  ] as const
  for (const [method, path, given] of calls) {
    expect([path, (await world.nobody.call(method, path, given)).status]).toEqual([path, 401])
    expect([path, (await bruno.call(method, path, given)).status]).toEqual([path, 403])
  }
  expect((await bruno.get(product.files[0].url)).status).not.toBe(200)
  expect((await gina.get(product.files[0].url)).status).toBe(404)
  expect((await gina.get('/faq/agent/1')).body.error).toBe('ERR_NO_AGENT_FOUND')
  expect((await gina.delete(`/faq/${faq.id}`)).status).toBe(404)
  expect((await gina.put('/whatsapp/1', { agentId: 1 })).body.fields).toMatchObject({ agentId: 'unknown' })

  changePlans(world, { useOpenAi: false })
  for (const [method, path, given] of calls) {
    const { status, body: refusal } = await ana.call(method, path, given)
    expect([path, status, refusal.limit]).toEqual([path, 402, 'useOpenAi'])
  }
})
