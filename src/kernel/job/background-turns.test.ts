import { expect, test } from 'bun:test'
import { createBackgroundTurns, type TurnRank } from './event-loop-turns'

/** An event loop whose turns take as long as the test says. */
function createLoop() {
  let nowMs = 0
  let callbacks: (() => void)[] = []
  const backgroundTurn = createBackgroundTurns({ now: () => nowMs, onTurn: (callback) => callbacks.push(callback) })
  const begun: string[] = []
  return {
    begun,
    wait: (key: string, name = key, rank: TurnRank = 'job') =>
      void backgroundTurn(key, rank).then(() => begun.push(name)),
    async turn(ms: number) {
      nowMs += ms
      const due = callbacks
      callbacks = []
      for (const callback of due) callback()
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
    isIdle: () => callbacks.length === 0,
  }
}

test('begins one after each short turn, keys in rotation, and then leaves the loop alone', async () => {
  const { wait, turn, begun, isIdle } = createLoop()
  for (const name of ['a1', 'a2', 'a3']) wait('a', name)
  wait('b')
  expect(begun).toEqual([])
  const after: string[][] = []
  for (let turns = 0; turns < 4; turns++) {
    await turn(1)
    after.push([...begun])
  }
  expect(after.map((names) => names.at(-1))).toEqual(['a1', 'b', 'a2', 'a3'])
  expect(after.map(({ length }) => length)).toEqual([1, 2, 3, 4])
  expect(isIdle()).toBe(true)
  wait('c')
  await turn(1)
  expect(begun.at(-1)).toBe('c')
})

test('waits while turns are long, for half a second at most', async () => {
  const { wait, turn, begun } = createLoop()
  for (let index = 0; index < 20; index++) wait(`company ${index}`)
  for (let turns = 0; turns < 9; turns++) await turn(50)
  expect(begun).toEqual([])
  await turn(3)
  expect(begun).toHaveLength(1)
  // A turn of 8 ms is no short one.
  await turn(8)
  expect(begun).toHaveLength(1)
  await turn(42)
  // One for each 10 ms, so that work ends although the loop stays busy.
  expect(begun).toHaveLength(6)
  wait('new')
  await turn(100)
  await turn(100)
  expect(begun).toHaveLength(20)
  expect(begun).not.toContain('new')
})

test('begins messages before jobs and jobs before bulk work, but what has waited for five seconds first', async () => {
  const { wait, turn, begun } = createLoop()
  wait('a', 'webhook', 'bulk')
  wait('a', 'bot')
  wait('b', 'answer', 'message')
  for (let turns = 0; turns < 3; turns++) await turn(1)
  expect(begun).toEqual(['answer', 'bot', 'webhook'])
  wait('a', 'late webhook', 'bulk')
  for (let turns = 0; turns < 4999; turns++) {
    wait('c', `answer ${turns}`, 'message')
    await turn(1)
  }
  expect(begun).not.toContain('late webhook')
  wait('c', 'one more', 'message')
  await turn(1)
  expect(begun.at(-1)).toBe('late webhook')
})
