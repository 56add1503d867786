import { expect, test } from 'bun:test'
import { createLimiter, createMutex } from './limiter'

test('runs at most so many at once, the others in order, also after a failure', async () => {
  const run = createLimiter(2)
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

test('runs work on one key in order, also after a failure, and on others meanwhile', async () => {
  const inTurn = createMutex<string>()
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const started: string[] = []
  const run = (key: string, index: number) =>
    inTurn(key, () => {
      started.push(`${key}${index}`)
      return gates[index]?.promise ?? Promise.resolve()
    })
  const failing = run('a', 0).catch(({ message }: Error) => message)
  const [second, third, other] = [run('a', 1), run('a', 2), run('b', 3)]
  await other
  expect([started, inTurn.sizeOf('a'), inTurn.sizeOf('b')]).toEqual([['a0', 'b3'], 3, 0])
  gates[0]?.reject(new Error('failed'))
  expect(await failing).toBe('failed')
  expect(started.at(-1)).toBe('a1')
  for (const { resolve } of gates) resolve()
  await Promise.all([second, third])
  expect([started.at(-1), inTurn.sizeOf('a')]).toEqual(['a2', 0])
})
