import { afterEach, beforeEach, expect, test } from 'bun:test'
import { endSessionOf } from '../platform/session'
import { createWorld, type World } from '../testing/world'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

test('whoever calls a hundred times at once waits for it, and nobody else does', async () => {
  const ana = await world.as(world.ana)
  const gina = await world.as(world.gina)
  let answered = 0
  const flood = Array.from({ length: 100 }, async () => {
    const { status } = await ana.get('/tickets?status=search&searchOnMessages=true&searchParam=pedido')
    answered++
    return status
  })
  expect((await gina.get('/tickets')).status).toBe(200)
  expect(answered).toBeLessThan(10)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
})

test('calls without end are refused with the time to wait', async () => {
  const ana = await world.as(world.ana)
  const answers = await Promise.all(Array.from({ length: 300 }, () => ana.get('/tags/list')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200).length).toBeWithin(100, 200)
  expect(refused[0]?.body.error).toBe('ERR_TOO_MANY_REQUESTS')
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect((await ana.get('/tags/list')).status).toBe(200)
})

test('a call that waited is answered with the rights of its turn', async () => {
  const bruno = await world.as(world.bruno)
  const calls = Array.from({ length: 50 }, () => bruno.get('/tags/list'))
  await Promise.race(calls)
  endSessionOf(world.platform, { companyId: 1, userId: world.bruno.id })
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect([...new Set(statuses)].sort()).toEqual([200, 401])
})
