import { describe, expect, test } from 'bun:test'
import { harmlessCell } from '../../src/kernel/spreadsheet/harmless-cell.contract'
import { questionOf, queryOf } from './load-dashboard'
import { faceOf } from './rating'

describe('the question in the address', () => {
  const requested = (query: string) => questionOf(new URLSearchParams(query))

  test.each([
    ['', {}],
    ['days=7', { days: 7 }],
    ['date_from=2026-03-01&date_to=2026-03-31&tab=nps', { date_from: '2026-03-01', date_to: '2026-03-31' }],
    ['days=&date_from=2026-03-01', { date_from: '2026-03-01' }],
  ])('%p asks for %p', (query, expected) => {
    expect(requested(query)).toEqual(expected)
  })

  test.each([
    'days=1000000000',
    'days=-1',
    'days=x',
    'date_from=2026-02-30',
    'date_from=2026-03-02&date_to=2026-03-01',
  ])('what is impossible asks for nothing: %p', (query) => expect(requested(query)).toEqual({}))

  test('it is written as it is read', () => {
    const query = queryOf({ date_from: '2026-03-01', date_to: undefined }, 'attendants')
    expect(query.toString()).toBe('tab=attendants&date_from=2026-03-01')
    expect(questionOf(query)).toEqual({ date_from: '2026-03-01' })
  })
})

test('ratings 1 to 5 have each a face, and an average that of the nearest', () => {
  expect([1, 2, 3, 4, 5].map(faceOf)).toEqual(['😡', '😞', '😐', '🙂', '😍'])
  expect([1.2, 3.49, 3.5, 4.6].map(faceOf)).toEqual(['😡', '😐', '🙂', '😍'])
})

test('what a spreadsheet would calculate becomes a text, and numbers stay numbers', () => {
  expect(['=1+1', '+55', '-1', '@A1', '\t=1', 'Ana', ' =1', -5].map(harmlessCell)).toEqual([
    ...["'=1+1", "'+55", "'-1", "'@A1", "'\t=1", 'Ana', ' =1', -5],
  ])
})
