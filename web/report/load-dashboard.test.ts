import { describe, expect, test } from 'bun:test'
import { harmlessCell } from '../../src/kernel/spreadsheet/write/harmless-cell.contract'
import { filterOf, queryOf } from './load-dashboard'
import { faceOf } from './rating-face'

describe('the filter in the address', () => {
  const requested = (query: string) => filterOf(new URLSearchParams(query))

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

  test('is read back as written', () => {
    const query = queryOf({ date_from: '2026-03-01', date_to: undefined }, 'attendants')
    expect(query.toString()).toBe('tab=attendants&date_from=2026-03-01')
    expect(filterOf(query)).toEqual({ date_from: '2026-03-01' })
  })
})

test('ratings from 1 to 5 have one face each, and an average has the nearest', () => {
  expect([1, 2, 3, 4, 5].map(faceOf)).toEqual(['😡', '😞', '😐', '🙂', '😍'])
  expect([1.2, 3.49, 3.5, 4.6].map(faceOf)).toEqual(['😡', '😐', '🙂', '😍'])
})

test('text that a spreadsheet would calculate is marked as text, numbers stay numbers', () => {
  expect(['=1+1', '+55', '-1', '@A1', '\t=1', 'Ana', ' =1', -5].map(harmlessCell)).toEqual([
    ...['\t=1+1', '\t+55', '\t-1', '\t@A1', '\t\t=1', 'Ana', ' =1', -5],
  ])
})
