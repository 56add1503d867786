import { expect, test } from 'bun:test'
import type { TicketCounts } from '../../src/ticket/ticket.answers'
import { createInboxCounts, type TabMove } from './inbox-counts'

const nothing = { before: false, after: false }
const move = (part: Partial<TabMove>): TabMove => ({ open: nothing, pending: nothing, group: nothing, ...part })
const counts = (open: number, pending: number, group = 0): TicketCounts => ({ open, pending, group, unread: 0 })

function underTest(initial = counts(2, 3)) {
  const asked: { answer: (counts: TicketCounts) => void; fail: () => void; signal: AbortSignal }[] = []
  const model = createInboxCounts({
    initial,
    delayMs: 0,
    fetchCounts: (signal) =>
      new Promise((answer, fail) => asked.push({ answer, fail: () => fail(new Error()), signal })),
  })
  return { model, asked, shown: () => model.counts.value }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('moves a known ticket between tabs without a request', async () => {
  const { model, asked, shown } = underTest()
  model.move(move({ pending: { before: true, after: false }, open: { before: false, after: true } }))
  expect(shown()).toEqual(counts(3, 2))
  await settled()
  expect(asked).toHaveLength(0)
})

test('joins many doubts in one request', async () => {
  const { model, asked, shown } = underTest()
  for (let n = 0; n < 5; n++) model.move(move({ pending: { before: undefined, after: true } }))
  await settled()
  expect(asked).toHaveLength(1)
  asked[0]?.answer(counts(2, 8))
  await settled()
  expect(shown()).toEqual(counts(2, 8))
})

test('moves what is known at once even where the rest is in doubt', () => {
  const { model, shown } = underTest()
  model.move(move({ pending: { before: undefined, after: false }, open: { before: false, after: true } }))
  expect(shown()).toEqual(counts(3, 3))
})

test('requests again when an event arrives before the answer', async () => {
  const { model, asked, shown } = underTest()
  model.refresh('now')
  model.move(move({ open: { before: false, after: true } }))
  asked[0]?.answer(counts(2, 3))
  await settled()
  expect(asked).toHaveLength(2)
  asked[1]?.answer(counts(3, 3))
  await settled()
  expect(shown()).toEqual(counts(3, 3))
  expect(asked).toHaveLength(2)
})

test('uses the answer to the last of two requests', async () => {
  const { model, asked, shown } = underTest()
  model.refresh('now')
  model.refresh('now')
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[1]?.answer(counts(7, 7))
  asked[0]?.answer(counts(1, 1))
  await settled()
  expect(shown()).toEqual(counts(7, 7))
})

test('keeps the counts when there is no answer', async () => {
  const { model, asked, shown } = underTest()
  model.refresh('now')
  asked[0]?.fail()
  await settled()
  expect(shown()).toEqual(counts(2, 3))
})

test('never counts below zero', () => {
  const { model, shown } = underTest(counts(0, 0))
  model.move(move({ open: { before: true, after: false } }))
  expect(shown()).toEqual(counts(0, 0))
})
