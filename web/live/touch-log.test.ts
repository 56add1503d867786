import { expect, test } from 'bun:test'
import { createTouchLog } from './touch-log'

function held<Answer>() {
  let answer: (value: Answer) => void = () => {}
  const call = () => new Promise<Answer>((resolve) => (answer = resolve))
  return { call, answer: (value: Answer) => answer(value) }
}

test('treats an answer as the newest if nothing changed live meanwhile', async () => {
  const log = createTouchLog<number>()
  log.touch(1)
  const { call, answer } = held<string>()
  const requested = log.ask(call)
  log.touch(2)
  answer('done')
  const { answer: said, isNewest } = await requested
  expect(said).toBe('done')
  expect([isNewest(1), isNewest(2), isNewest(3)]).toEqual([true, false, true])
})

test('keeps the later of two calls, whichever answers first', async () => {
  const log = createTouchLog<number>()
  const [first, second] = [held<string>(), held<string>()]
  const requested = [log.ask(first.call), log.ask(second.call)] as const
  second.answer('later')
  expect((await requested[1]).isNewest(1)).toBe(true)
  first.answer('earlier')
  expect((await requested[0]).isNewest(1)).toBe(false)

  const [third, fourth] = [held<string>(), held<string>()]
  const again = [log.ask(third.call), log.ask(fourth.call)] as const
  third.answer('earlier')
  expect((await again[0]).isNewest(1)).toBe(true)
  fourth.answer('later')
  expect((await again[1]).isNewest(1)).toBe(true)
})

test('stops waiting for a failed call', async () => {
  const log = createTouchLog<number>()
  await expect(log.ask(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  const since = log.begin()
  log.touch(1)
  expect(log.touched(1, since)).toBe(true)
})
