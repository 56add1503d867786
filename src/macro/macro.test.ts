import { afterEach, beforeEach, expect, test } from 'bun:test'
import { listMessageRows, openTicket, setSetting } from '../testing/conversation/conversation'
import { addContact, addTicket } from '../testing/conversation/tickets'
import { addFlow, drawFlow, text } from '../testing/bot/flows'
import { createTag } from '../tag/save-tag'
import { TagBody } from '../tag/tag.contract'
import * as v from 'valibot'
import { type Caller, createWorld, type World } from '../testing/world/world'

let world: World
let tagId = 0
beforeEach(async () => {
  world = await createWorld()
  openTicket(world)
  tagId = createTag(world.ctx(1), v.parse(TagBody, { name: 'VIP', color: '#123456' })).id
})
afterEach(() => world.stop())

const reply = { kind: 'reply', text: 'Olá {{firstName}}, está resolvido' }
const steps = () => [
  reply,
  { kind: 'note', text: 'Feito' },
  { kind: 'addTags', tagIds: [tagId] },
  { kind: 'resolve', farewell: false },
]
const create = async (agent: Caller, body: object) => (await agent.post('/macros', { name: 'Encerrar', ...body })).body
const run = (agent: Caller, id: number, key = 'key-00000001', ticketId = 1) =>
  agent.post(`/macros/${id}/run`, { ticketId, key })
const texts = () => listMessageRows(world).map(({ body, isPrivate }) => (isPrivate ? `(${body})` : body))

test('runs its steps in order, once however often the request is repeated', async () => {
  const bruno = await world.as(world.bruno)
  const { id } = await create(bruno, { steps: steps() })
  const first = await run(bruno, id)
  expect([first.status, first.body.status]).toEqual([200, 'closed'])
  expect((await run(bruno, id)).status).toBe(200)
  expect(texts()).toEqual(['Olá', 'Olá Dona, está resolvido', '(Feito)'])
  expect(first.body.contact.tags.map(({ name }: { name: string }) => name)).toEqual(['VIP'])
  const parallel = await Promise.all([1, 2, 3].map(() => run(bruno, id, 'key-00000002')))
  expect(parallel.map(({ status, body }) => [status, body.step])).toEqual([
    [409, 1],
    [409, 1],
    [409, 1],
  ])
})

test('names a refused step, and undoes all others', async () => {
  setSetting(world, 'requiredTag', 'enabled')
  const bruno = await world.as(world.bruno)
  const { id } = await create(bruno, { steps: [reply, { kind: 'resolve' }] })
  const { status, body } = await run(bruno, id)
  expect([status, body.error, body.step]).toEqual([400, 'ERR_TAG_REQUIRED', 2])
  expect(texts()).toEqual(['Olá'])
  setSetting(world, 'requiredTag', 'disabled')
  expect((await run(bruno, id)).status).toBe(200)
})

test('transfers to a queue', async () => {
  const bruno = await world.as(world.bruno)
  const { id } = await create(bruno, { steps: [reply, { kind: 'transfer', queueId: 2 }] })
  expect((await run(bruno, id)).body).toMatchObject({ status: 'pending', queueId: 2, userId: null })
})

test('assigns to a colleague in the ticket’s queue, or else in the colleague’s first', async () => {
  const bruno = await world.as(world.bruno)
  const other = addTicket(world.ctx(1), { contactId: addContact(world.ctx(1), 'Outra'), status: 'open', userId: 2 })
  const { id } = await create(bruno, { steps: [{ kind: 'assign', userId: world.carla.id }] })
  expect((await run(bruno, id)).body).toMatchObject({ status: 'open', userId: world.carla.id })
  world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = NULL WHERE id = ?', [other.id])
  expect((await run(bruno, id, 'key-00000002', other.id)).body).toMatchObject({ userId: world.carla.id, queueId: 2 })
  const sent = world.published.filter(({ event }) => event === 'company-1-notification')
  expect(sent.map(({ topics }) => topics)).toEqual([[`1/user:${world.carla.id}`], [`1/user:${world.carla.id}`]])
})

test('starts a flow as its last step', async () => {
  const bruno = await world.as(world.bruno)
  const flowId = addFlow(world.ctx(1), 'Cadastro', drawFlow([text('Vou perguntar algo')]))
  const { id } = await create(bruno, {
    steps: [
      { kind: 'note', text: 'Fluxo' },
      { kind: 'flow', flowId },
    ],
  })
  expect((await run(bruno, id)).status).toBe(200)
  expect(texts()).toEqual(['Olá', '(Fluxo)', 'Vou perguntar algo'])
})

test('removes tags, and signs replies but no notes', async () => {
  const bruno = await world.as(world.bruno)
  const otherId = createTag(world.ctx(1), v.parse(TagBody, { name: 'Novo', color: '#123456' })).id
  await bruno.post('/tags/sync', { contactId: 1, tags: [tagId, otherId] })
  const note = { kind: 'note', text: 'Feito' }
  const { id } = await create(bruno, {
    steps: [{ kind: 'removeTags', tagIds: [tagId] }, { ...reply, text: 'Oi' }, note],
  })
  const { body } = await bruno.post(`/macros/${id}/run`, { ticketId: 1, key: 'key-00000001', sign: true })
  expect(body.contact.tags.map(({ name }: { name: string }) => name)).toEqual(['Novo'])
  expect(texts()).toEqual(['Olá', '*Bruno Lima:*\nOi', '(Feito)'])
})

test('validates its steps, naming the field', async () => {
  const bruno = await world.as(world.bruno)
  const fieldsOf = async (given: object[]) => (await bruno.post('/macros', { name: 'Teste', steps: given })).body.fields
  expect(await fieldsOf([])).toEqual({ steps: 'required' })
  expect(await fieldsOf([{ kind: 'reply', text: ' ' }])).toEqual({ 'steps.0.text': 'required' })
  expect(await fieldsOf([reply, { kind: 'addTags', tagIds: [] }])).toEqual({ 'steps.1.tagIds': 'required' })
  expect(await fieldsOf([{ kind: 'addTags', tagIds: [999] }])).toEqual({ 'steps.0.tagIds': 'unknown' })
  expect(await fieldsOf([{ kind: 'removeTags', tagIds: [999] }])).toEqual({ 'steps.0.tagIds': 'unknown' })
  expect(await fieldsOf([{ kind: 'transfer' }])).toEqual({ 'steps.0.queueId': 'required' })
  expect(await fieldsOf([{ kind: 'transfer', queueId: 99 }])).toEqual({ 'steps.0.queueId': 'unknown' })
  expect(await fieldsOf([{ kind: 'assign' }])).toEqual({ 'steps.0.userId': 'required' })
  expect(await fieldsOf([{ kind: 'assign', userId: 99 }])).toEqual({ 'steps.0.userId': 'unknown' })
  expect(await fieldsOf([{ kind: 'flow' }])).toEqual({ 'steps.0.flowId': 'required' })
  expect(await fieldsOf([{ kind: 'flow', flowId: 99 }])).toEqual({ 'steps.0.flowId': 'unknown' })
  expect(await fieldsOf([{ kind: 'assign', userId: 3 }, reply])).toEqual({ steps: 'lastStep' })
  expect(await fieldsOf([{ kind: 'webhook', url: 'https://tienda.test' }])).toEqual({ steps: 'invalid' })
  expect(await fieldsOf([{ kind: 'resolve' }, reply])).toEqual({ steps: 'lastStep' })
  expect(await fieldsOf(Array(11).fill(reply))).toEqual({ steps: 'tooLong' })
})

test('belongs to its owner unless shared, and only they and admins change it', async () => {
  const bruno = await world.as(world.bruno)
  const { id } = await create(bruno, { steps: [reply] })
  const ana = await world.as(world.ana)
  expect((await ana.get('/macros/list')).body).toEqual([])
  expect((await run(ana, id)).status).toBe(404)
  world.published.length = 0
  await bruno.put(`/macros/${id}`, { shared: true })
  expect(world.published.map(({ event, topics }) => [event, topics])).toEqual([['company-1-macro', ['1/all']]])
  const carla = await world.as(world.carla)
  expect((await carla.get('/macros?searchParam=encerrar')).body.records).toMatchObject([{ id, shared: true }])
  expect((await carla.put(`/macros/${id}`, { name: 'Outro' })).status).toBe(403)
  expect((await carla.delete(`/macros/${id}`)).status).toBe(403)
  expect((await run(carla, id)).status).toBe(404)
  expect((await ana.put(`/macros/${id}`, { name: 'Fechar', shared: false })).status).toBe(200)
  expect((await carla.get('/macros/list')).body).toEqual([])
  expect((await bruno.delete(`/macros/${id}`)).status).toBe(200)
})

test('macros and tickets of another company are not found', async () => {
  const gina = await world.as(world.gina)
  const { id } = await create(gina, { steps: [reply], shared: true })
  const bruno = await world.as(world.bruno)
  expect((await bruno.get('/macros/list')).body).toEqual([])
  expect((await run(bruno, id)).status).toBe(404)
})
