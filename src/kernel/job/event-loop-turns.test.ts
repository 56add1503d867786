import { expect, spyOn, test } from 'bun:test'
import { Refusal } from '../errors'
import { createFairScheduler, type FairTurns } from './event-loop-turns'

/** Blocks the event loop for longer than a turn, like a large search. */
function holdLoop() {
  const until = performance.now() + 20
  while (performance.now() < until);
}

async function beginLongTurn(turns: FairTurns) {
  await turns.take('somebody')
  holdLoop()
  await turns.take('somebody')
  holdLoop()
}

test('a caller with a hundred concurrent requests waits, and other callers do not', async () => {
  const turns = createFairScheduler()
  let answered = 0
  const call = async (caller: string) => {
    await turns.take(caller)
    holdLoop()
    turns.done()
    return ++answered
  }
  await beginLongTurn(turns)
  const flood = Array.from({ length: 100 }, () => call('ana'))
  expect(await call('bruno')).toBeLessThan(5)
  expect(new Set(await Promise.all(flood)).size).toBe(100)
})

test('yields to the event loop between queued requests', async () => {
  const turns = createFairScheduler()
  let turned = 0
  let isOver = false
  const count = () => {
    turned++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const call = async () => {
    await turns.take('ana')
    holdLoop()
    turns.done()
  }
  const calls: Promise<void>[] = []
  for (let index = 0; index < 50; index++) {
    calls.push(call())
    // The server runs the synchronous part of one request before the next one.
    await new Promise<void>(queueMicrotask)
    await new Promise<void>(queueMicrotask)
  }
  await Promise.all(calls)
  isOver = true
  expect(turned).toBeGreaterThan(40)
})

test('leaves the event loop alone once nobody waits', async () => {
  const turns = createFairScheduler()
  await beginLongTurn(turns)
  turns.done()
  await Bun.sleep(5)
  const begun = spyOn(globalThis, 'setImmediate')
  await Bun.sleep(20)
  // Other files of the process may leave turns of their own.
  expect(begun.mock.calls.filter(([callback]) => callback.name === 'turned')).toEqual([])
  begun.mockRestore()
})

test('refuses requests beyond the limit with the time to wait, but not those of other callers', async () => {
  const turns = createFairScheduler()
  await beginLongTurn(turns)
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => turns.take('ana')).concat(turns.take('bruno')),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(72)
  expect(refused[0]).toBeInstanceOf(Refusal)
  expect(refused[0]).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } })
  expect(results.at(-1)?.status).toBe('fulfilled')
})
