import { expect, test } from 'bun:test'
import { limitConcurrency } from './limit-concurrency'

test('runs at most so many at once, the others in order, also after a failure', async () => {
  const run = limitConcurrency(2)
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<number>())
  const started: number[] = []
  const results = gates.map(({ promise }, index) =>
    run(() => {
      started.push(index)
      return promise
    }),
  )
  const settled = Promise.allSettled(results)
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1])
  gates[1]?.reject(new Error('failed'))
  await results[1]?.catch(() => {})
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1, 2])
  gates[0]?.resolve(0)
  await results[0]
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1, 2, 3])
  gates[2]?.resolve(2)
  gates[3]?.resolve(3)
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await run(async () => 'free')).toBe('free')
})
