import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { ticketOf } from '../ticket/testing/tickets'
import { createArrivals } from './arrivals'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function listen() {
  let publish: (event: unknown) => void = () => {}
  const live = {
    subscribe: (_: string, listener: typeof publish) => {
      publish = listener
      return () => {}
    },
  }
  const arrivals = createArrivals({ live: live as never, isWanted: ({ id }) => id !== 9, pauseMs: 5000 })
  arrivals.start()
  const write = (id: number, message: object = {}) =>
    publish({ action: 'create', ticket: ticketOf(id), message: { fromMe: false, isPrivate: false, ...message } })
  return { write, announced: () => arrivals.announced.value }
}

test('announces the first message at once and sums up what follows within the pause', () => {
  const { write, announced } = listen()
  write(1)
  expect(announced()).toEqual({ tickets: 1, name: 'Contato 1' })
  for (const id of [2, 3, 2]) write(id)
  expect(announced()).toEqual({ tickets: 1, name: 'Contato 1' })
  jest.advanceTimersByTime(5000)
  expect(announced()).toEqual({ tickets: 2, name: 'Contato 2' })
  jest.advanceTimersByTime(5000)
  write(4)
  expect(announced()).toEqual({ tickets: 1, name: 'Contato 4' })
})

test('announces neither our messages nor notes nor unwanted tickets', () => {
  const { write, announced } = listen()
  write(1, { fromMe: true })
  write(1, { isPrivate: true })
  write(9)
  expect(announced()).toBeUndefined()
})
