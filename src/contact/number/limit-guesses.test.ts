import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Channel, Party } from '../../channel/channel'
import { noConnections } from '../../connection/running/connection-control'
import { setSetting } from '../../testing/conversation/conversation'
import { type Caller, createWorld, signIn, type World } from '../../testing/world/world'
import { maskText } from './mask-number'

const answering = {
  checkNumbers: async (numbers: readonly string[]): Promise<Party[]> =>
    numbers.map((value) => ({ addresses: [{ kind: 'phone', value }] })),
  fetchPicture: async () => undefined,
} as Partial<Channel> as Channel

let world: World
let ana: Caller, bruno: Caller, carla: Caller
beforeEach(async () => {
  world = await createWorld({ now: new Date('2026-03-10T15:00:00Z') })
  setSetting(world, 'enableLGPD', 'enabled')
  setSetting(world, 'lgpdHideNumber', 'enabled')
  world.ports.connections = { ...noConnections, channel: () => answering }
  ;({ ana, bruno, carla } = await signIn(world, 'ana', 'bruno', 'carla'))
})
afterEach(() => world.stop())

const numberOf = (index: number) => `55119600000${String(index).padStart(2, '0')}`
const add = (caller: Caller, index: number) => caller.post('/contacts', { name: 'Alguém', number: numberOf(index) })
const statuses = async (most: number, ask: (index: number) => ReturnType<Caller['get']>) => {
  const counted: Record<number, number> = {}
  for (let index = 0; index < most; index++) {
    const { status } = await ask(index)
    counted[status] = (counted[status] ?? 0) + 1
  }
  return counted
}

test('limits how many numbers a user with hidden numbers can guess', async () => {
  expect(await statuses(25, (index) => bruno.get(`/contacts/checkNumber/${numberOf(index)}`))).toEqual({
    200: 20,
    429: 5,
  })
  const refused = await add(bruno, 50)
  expect([refused.status, refused.body.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
  expect(refused.headers.get('retry-after')).toBe('600')
  expect((await ana.get('/contacts?searchParam=Algu')).body.count).toBe(0)
  // The limit is per user and window.
  expect((await add(carla, 50)).status).toBe(200)
  world.setTime(new Date('2026-03-10T15:10:00Z'))
  expect((await add(bruno, 51)).status).toBe(200)
})

test('counts every call that accepts a whole number', async () => {
  await add(ana, 99)
  const { body: contact } = await ana.post('/contacts', { name: 'Outra pessoa', number: '5511955550033' })
  const ways: ((index: number) => ReturnType<Caller['get']>)[] = [
    (index) => add(bruno, index),
    (index) => bruno.put(`/contacts/${contact['id']}`, { name: 'Outra pessoa', number: numberOf(index) }),
    (index) => bruno.get(`/contacts/profile/${numberOf(index)}`),
    (index) => bruno.get(`/contacts?searchParam=${numberOf(index)}`),
    (index) => bruno.get(`/contacts/list?searchParam=${numberOf(index)}`),
    (index) => bruno.get(`/tickets?searchParam=${numberOf(index)}`),
  ]
  for (let index = 0; index < 20; index++) await ways[index % ways.length]?.(index)
  for (const [index, ask] of ways.entries()) expect([index, (await ask(40 + index)).status]).toEqual([index, 429])
  for (const path of [
    '/contacts?searchParam=Outra',
    '/contacts?searchParam=5511',
    `/contacts/profile/${contact['id']}`,
  ]) {
    expect([path, (await bruno.get(path)).status]).toEqual([path, 200])
  }
  const renamed = await bruno.put(`/contacts/${contact['id']}`, { name: 'Outro nome' })
  expect([renamed.status, renamed.body['name']]).toEqual([200, 'Outro nome'])
})

test('does not count the same number again', async () => {
  expect(await statuses(60, () => bruno.get(`/tickets?searchParam=${numberOf(1)}`))).toEqual({ 200: 60 })
  expect(await statuses(20, (index) => bruno.get(`/contacts/checkNumber/${numberOf(index + 1)}`))).toEqual({ 200: 20 })
})

test('does not limit admins, nor users who see numbers', async () => {
  expect(await statuses(40, (index) => ana.get(`/contacts/checkNumber/${numberOf(index)}`))).toEqual({ 200: 40 })
  setSetting(world, 'lgpdHideNumber', 'disabled')
  expect(await statuses(40, (index) => bruno.get(`/contacts/checkNumber/${numberOf(index)}`))).toEqual({ 200: 40 })
})

test('a text full of numbers does not reveal which are known', async () => {
  for (const index of [3, 45]) await add(ana, index)
  const ctx = world.ctxAs(world.bruno)
  const written = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => numberOf(from + at))
  expect(maskText(ctx, written(0, 20).join(', '))).toBe(
    written(0, 20)
      .map((number, index) => (index === 3 ? '******03' : number))
      .join(', '),
  )
  for (const between of [', ', ' ', '\n', ' - ']) {
    const masked = maskText(ctx, written(0, 60).join(between))
    for (const number of written(20, 60)) expect(masked).not.toContain(number)
  }
})
