import { expect, test } from 'bun:test'
import type { TicketCounts } from '../../../src/ticket/ticket.answers'
import { createInboxCounts, type TabMove } from './ticket-moves'

const nothing = { before: false, after: false }
const move = (part: Partial<TabMove>): TabMove => ({
  open: nothing,
  pending: nothing,
  group: nothing,
  snoozed: nothing,
  ...part,
})
const counts = (open: number, pending: number, group = 0): TicketCounts => ({
  open,
  pending,
  group,
  snoozed: 0,
  unread: 0,
  lastEvent: 0,
})

function createTestModel(initial = counts(2, 3)) {
  const requests: { answer: (counts: TicketCounts) => void; fail: () => void; signal: AbortSignal }[] = []
  const model = createInboxCounts({
    initial,
    delayMs: 0,
    fetchCounts: (signal) =>
      new Promise((answer, fail) => requests.push({ answer, fail: () => fail(new Error()), signal })),
  })
  return { model, requests, shown: () => model.counts.value }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('moves a known ticket between tabs without a request', async () => {
  const { model, requests, shown } = createTestModel()
  model.move(move({ pending: { before: true, after: false }, open: { before: false, after: true } }))
  expect(shown()).toEqual(counts(3, 2))
  await settled()
  expect(requests).toHaveLength(0)
})

test('joins several uncertain changes in one request', async () => {
  const { model, requests, shown } = createTestModel()
  for (let n = 0; n < 5; n++) model.move(move({ pending: { before: undefined, after: true } }))
  await settled()
  expect(requests).toHaveLength(1)
  requests[0]?.answer(counts(2, 8))
  await settled()
  expect(shown()).toEqual(counts(2, 8))
})

test('applies certain changes at once even while others are uncertain', () => {
  const { model, shown } = createTestModel()
  model.move(move({ pending: { before: undefined, after: false }, open: { before: false, after: true } }))
  expect(shown()).toEqual(counts(3, 3))
})

test('requests again when an event arrives before the response', async () => {
  const { model, requests, shown } = createTestModel()
  model.refresh('now')
  model.move(move({ open: { before: false, after: true } }))
  requests[0]?.answer(counts(2, 3))
  await settled()
  expect(requests).toHaveLength(2)
  requests[1]?.answer(counts(3, 3))
  await settled()
  expect(shown()).toEqual(counts(3, 3))
  expect(requests).toHaveLength(2)
})

test('counts a change once when its event arrives after the response that includes it', async () => {
  const { model, requests, shown } = createTestModel()
  model.refresh('now')
  requests[0]?.answer({ ...counts(3, 2), lastEvent: 8 })
  await settled()
  const accepted = move({ pending: { before: true, after: false }, open: { before: false, after: true } })
  model.move(accepted, 8)
  expect(shown()).toMatchObject({ open: 3, pending: 2 })
  await settled()
  requests[1]?.answer({ ...counts(3, 2), lastEvent: 8 })
  await settled()
  model.move(accepted, 9)
  expect(shown()).toMatchObject({ open: 4, pending: 1 })
  await settled()
  expect(requests).toHaveLength(2)
})

test('uses the response to the last of two requests', async () => {
  const { model, requests, shown } = createTestModel()
  model.refresh('now')
  model.refresh('now')
  expect(requests[0]?.signal.aborted).toBe(true)
  requests[1]?.answer(counts(7, 7))
  requests[0]?.answer(counts(1, 1))
  await settled()
  expect(shown()).toEqual(counts(7, 7))
})

test('keeps the counts when the request fails', async () => {
  const { model, requests, shown } = createTestModel()
  model.refresh('now')
  requests[0]?.fail()
  await settled()
  expect(shown()).toEqual(counts(2, 3))
})

test('never counts below zero', () => {
  const { model, shown } = createTestModel(counts(0, 0))
  model.move(move({ open: { before: true, after: false } }))
  expect(shown()).toEqual(counts(0, 0))
})
