import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createWorld, type World } from '../../testing/world/world'
import { createTurns, inBatches } from './batches'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.stop())

const numbers = [1, 2, 3, 4, 5]
const after = (last = 0) => numbers.filter((number) => number > last).slice(0, 2)

test.each([
  { pace: 0, between: [1, 2, 3, 4] as number[] },
  { pace: 1000, between: [] as number[] },
])('works on all units in order, as many in a turn as the pace of $pace ms allows', async ({ pace, between }) => {
  const done: number[] = []
  const seen = new Set<number>()
  let next: NodeJS.Immediate
  const turn = () => {
    seen.add(done.length)
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  expect(await inBatches(world.ctx(1), { next: after, work: (number) => void done.push(number), pace })).toBe(5)
  clearImmediate(next)
  expect(done).toEqual(numbers)
  expect([...seen].filter((count) => count > 0 && count < 5)).toEqual(between)
})

test('a unit that fails undoes its batch and ends the work; earlier batches stay', async () => {
  const ctx = world.ctx(1)
  const { sqlite } = ctx.company
  const count = () => sqlite.query<{ n: number }, []>("SELECT count(*) AS n FROM event WHERE type = 'x'").get()?.n
  const work = (number: number) => {
    sqlite.run("INSERT INTO event (type, at) VALUES ('x', 0)")
    if (number === 3) throw new Error('the third')
  }
  await expect(inBatches(ctx, { next: after, work, pace: 0 })).rejects.toThrow('the third')
  expect(count()).toBe(2)
})

test('a loop in memory lets others run now and then, not after each step', async () => {
  const turns = createTurns()
  let steps = 0
  let others = 0
  let next: NodeJS.Immediate
  const other = () => {
    others++
    next = setImmediate(other)
  }
  next = setImmediate(other)
  const endMs = performance.now() + 50
  for (; performance.now() < endMs; steps++) await turns()
  clearImmediate(next)
  expect(others).toBeGreaterThan(0)
  expect(others).toBeLessThan(steps / 2)
})
