import { afterEach, beforeEach, expect, test } from 'bun:test'
import { effectsOf, noEffects } from '../testing/world/side-effects'
import { type Caller, createWorld, type World } from '../testing/world/world'

let world: World
let ana: Caller
beforeEach(async () => {
  world = await createWorld()
  ana = await world.as(world.ana)
})
afterEach(() => world.stop())

const makeLane = async (name: string, more: object = {}) =>
  (await ana.post('/tags', { name, kanban: 1, ...more })).body.id as number

test('a lane with a time needs a next lane, which stays while it is one', async () => {
  const required = { nextLaneId: 'nextLaneRequired' }
  expect((await ana.post('/tags', { name: 'Sem saída', kanban: 1, timeLane: 4 })).body.fields).toEqual(required)
  const end = await makeLane('Fim')
  const from = await makeLane('Início', { timeLane: 4, nextLaneId: end })
  expect((await ana.put(`/tags/${from}`, { nextLaneId: null })).body.fields).toEqual(required)
  expect((await ana.put(`/tags/${end}`, { timeLane: 1 })).body.fields).toEqual(required)
  for (const refused of [() => ana.delete(`/tags/${end}`), () => ana.put(`/tags/${end}`, { kanban: 0 })]) {
    const { answer, ...effects } = await effectsOf(world, refused)
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'ERR_LANE_IS_NEXT', lanes: ['Início'] }])
    expect(effects).toEqual(noEffects)
  }
  // A plain tag keeps its numbers without effect.
  expect((await ana.post('/tags', { name: 'Comum', timeLane: 4 })).status).toBe(200)
  expect((await ana.put(`/tags/${from}`, { timeLane: 0 })).status).toBe(200)
  expect((await ana.delete(`/tags/${end}`)).status).toBe(200)
  expect((await ana.get(`/tags/${from}`)).body).toMatchObject({ timeLane: 0, nextLaneId: null })
})

test('a circle of lanes may not send messages for ever', async () => {
  const [one, two, three] = [await makeLane('Etapa 1'), await makeLane('Etapa 2'), await makeLane('Três')]
  const put = async (id: number, body: object) => (await ana.put(`/tags/${id}`, body)).body.fields
  expect(await put(one, { timeLane: 1, nextLaneId: two })).toBeUndefined()
  expect(await put(two, { timeLane: 1, nextLaneId: three, greetingMessageLane: 'Ainda está aí?' })).toBeUndefined()
  expect(await put(three, { timeLane: 1, nextLaneId: one })).toEqual({ nextLaneId: 'laneCircle' })
  expect(await put(two, { greetingMessageLane: '' })).toBeUndefined()
  expect(await put(three, { timeLane: 1, nextLaneId: one })).toBeUndefined()
  // The circle that it leads into is silent.
  expect(await put(await makeLane('Antes'), { timeLane: 1, nextLaneId: one })).toBeUndefined()
  expect(await put(one, { greetingMessageLane: 'De novo' })).toEqual({ nextLaneId: 'laneCircle' })
  const later = { daysForRemarketing: 1, hourRemarketing: '09:00', messageRemarketing: 'Volte!' }
  expect(await put(three, { timeLane: 0, ...later, tagIdAfterRemarketing: one })).toEqual({
    tagIdAfterRemarketing: 'laneCircle',
  })
  expect(await put(three, { timeLane: 0, ...later, tagIdAfterRemarketing: null })).toBeUndefined()
  // Without a time, nothing moves by itself.
  expect(await put(three, { daysForRemarketing: 0, tagIdAfterRemarketing: one })).toBeUndefined()
  expect(await put(two, { timeLane: 0, greetingMessageLane: 'Olá' })).toBeUndefined()
  expect(await put(three, { timeLane: 1, nextLaneId: one })).toBeUndefined()
})

test('a tag that becomes a lane is the last one', async () => {
  const lanes = [await makeLane('Pista A'), await makeLane('Pista B')]
  const plain = (await ana.post('/tags', { name: 'A comum' })).body.id
  expect((await ana.put(`/tags/${plain}`, { kanban: 1 })).status).toBe(200)
  await ana.put(`/tags/${lanes[0]}`, { kanban: 1 })
  const listed = (await ana.get('/tags/list?kanban=1')).body.map(({ id }: { id: number }) => id)
  expect(listed).toEqual([...lanes, plain])
})

test('a change of some fields keeps the others, which the rules of a later message include', async () => {
  const whole = { daysForRemarketing: 2, hourRemarketing: '09:30', messageRemarketing: 'Olá', whatsappIdRemarketing: 1 }
  const lane = await makeLane('Pista', whole)
  expect((await ana.put(`/tags/${lane}`, { name: 'Esteira' })).body).toMatchObject({ ...whole, name: 'Esteira' })
  for (const [body, fields] of [
    [{ hourRemarketing: '' }, { hourRemarketing: 'required' }],
    [{ messageRemarketing: ' ' }, { messageRemarketing: 'required' }],
  ] as const) {
    expect((await ana.put(`/tags/${lane}`, body)).body.fields).toEqual(fields)
  }
  const ended = { daysForRemarketing: 0, hourRemarketing: '', messageRemarketing: '' }
  expect((await ana.put(`/tags/${lane}`, ended)).body).toMatchObject(ended)
})
