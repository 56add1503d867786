import { expect, test } from 'bun:test'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { createSeenWaiting } from './seen-waiting'

const since = (waitingSince: string) => ({ waitingSince }) as TicketView
const storageOf = (map = new Map<string, string>()) => ({
  getItem: (key: string) => map.get(key) ?? null,
  setItem: (key: string, value: string) => void map.set(key, value),
})

test('counts tickets that begin to wait after the first load, until they are seen', () => {
  const storage = storageOf()
  const seen = createSeenWaiting('acme', storage)
  const [early, late] = [since('2026-11-20T10:00:00.000Z'), since('2026-11-20T11:00:00.000Z')]
  seen.begin([early])
  expect([seen.isNew(early), seen.isNew(late)]).toEqual([false, true])
  seen.begin([late])
  expect(seen.isNew(late)).toBe(true)
  seen.see([late, early])
  expect(seen.isNew(late)).toBe(false)
  // Another window of the same browser, later.
  expect(createSeenWaiting('acme', storage).isNew(late)).toBe(false)
})

test('counts the first waiting ticket', () => {
  const seen = createSeenWaiting('acme', storageOf())
  seen.begin([])
  expect(seen.isNew(since('2026-11-20T10:00:00.000Z'))).toBe(true)
})
