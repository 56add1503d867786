import { expect, test } from 'bun:test'
import type { TicketView } from '../../src/ticket/ticket.answers'
import { createSeenWaiting } from './unread-tickets'

const since = (waitingSince: string) => ({ waitingSince }) as TicketView
const [early, late] = [since('2026-11-20T10:00:00.000Z'), since('2026-11-20T11:00:00.000Z')]

/** The server, which keeps the time of one user. */
function server(until: string | null = null) {
  const kept = { until, saves: 0 }
  const store = {
    load: async () => kept.until,
    save: async (at: string) => {
      kept.until = at
      kept.saves++
    },
  }
  return { kept, store }
}

test('counts tickets that begin to wait after the first load, until they are seen, on every computer', async () => {
  const { kept, store } = server()
  const seen = createSeenWaiting(store)
  await seen.load()
  seen.begin([early])
  expect([seen.isNew(early), seen.isNew(late)]).toEqual([false, true])
  seen.begin([late])
  expect(seen.isNew(late)).toBe(true)
  expect(kept).toEqual({ until: '2026-11-20T10:00:00.000Z', saves: 1 })

  const elsewhere = createSeenWaiting(server('2026-11-20T11:00:00.000Z').store)
  await elsewhere.load()
  elsewhere.begin([early])
  expect(elsewhere.isNew(late)).toBe(false)
})

test('saves at most every few seconds', async () => {
  const { kept, store } = server('2026-11-20T09:00:00.000Z')
  const seen = createSeenWaiting(store)
  await seen.load()
  seen.see([early])
  seen.see([late, early])
  seen.see([late])
  expect(seen.isNew(late)).toBe(false)
  expect(kept.saves).toBe(1)
})

test('counts the first waiting ticket', async () => {
  const { kept, store } = server()
  const seen = createSeenWaiting(store)
  await seen.load()
  seen.begin([])
  expect(seen.isNew(early)).toBe(true)
  expect(kept.saves).toBe(0)
})
