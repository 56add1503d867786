import { expect, test } from 'bun:test'
import { createIncomingTurns } from './event-loop-turns'

/** An event loop on which each message takes as long as the test says. */
function createLoop() {
  let nowMs = 0
  let callbacks: (() => void)[] = []
  const inTurn = createIncomingTurns({ now: () => nowMs, onTurn: (callback) => callbacks.push(callback) })
  const read: string[] = []
  return {
    read,
    receive: (name: string, ms: number, owner = 'acme') =>
      inTurn(owner, () => {
        read.push(name)
        nowMs += ms
      }),
    turn() {
      const due = callbacks
      callbacks = []
      for (const callback of due) callback()
    },
    isIdle: () => callbacks.length === 0,
  }
}

test('reads messages as they come while that is quick', () => {
  const { read, receive, turn, isIdle } = createLoop()
  for (const name of ['a', 'b', 'c']) receive(name, 2)
  expect(read).toEqual(['a', 'b', 'c'])
  turn()
  expect(isIdle()).toBe(true)
  receive('d', 2)
  expect(read).toHaveLength(4)
})

test('an owner who floods waits behind the own messages, not others’', () => {
  const { read, receive, turn, isIdle } = createLoop()
  for (let index = 0; index < 40; index++) receive(`flood ${index}`, 3)
  receive('other', 3, 'globex')
  while (!isIdle()) turn()
  expect(read.indexOf('other')).toBeLessThan(6)
  expect(read.filter((name) => name !== 'other')).toEqual(Array.from({ length: 40 }, (_, index) => `flood ${index}`))
})

test('keeps a limited number waiting, in order', () => {
  const { read, receive, turn, isIdle } = createLoop()
  receive('long', 100)
  const flood = Array.from({ length: 2500 }, (_, index) => `message ${index}`)
  for (const name of flood) receive(name, 1)
  expect(read).toEqual(['long', ...flood.slice(0, 500)])
  while (!isIdle()) turn()
  expect(read.slice(1)).toEqual(flood)
})

test('spreads a burst over turns in order of arrival, and later messages do not overtake it', () => {
  const { read, receive, turn, isIdle } = createLoop()
  const burst = Array.from({ length: 20 }, (_, index) => `message ${index}`)
  for (const name of burst) receive(name, 3)
  const perTurn = [read.length]
  for (let turns = 0; turns < 3; turns++) {
    const before = read.length
    turn()
    perTurn.push(read.length - before)
  }
  // The first turn only ends what came together.
  expect(perTurn).toEqual([3, 0, 3, 3])
  receive('later', 0)
  while (!isIdle()) turn()
  expect(read).toEqual([...burst, 'later'])
})
