import { expect, test } from 'bun:test'
import { completeYear, readDate, separateDate } from './date-input'

test('reads a day in the local format, if the calendar has it', () => {
  const read = { '05/03/2026': '2026-03-05', '5/3/2026': '2026-03-05', '29/02/2028': '2028-02-29' }
  for (const [typed, iso] of Object.entries(read)) expect(readDate(typed)).toBe(iso)
  for (const typed of ['', '29/02/2026', '31/04/2026', '03/13/2026', '05/03/26', '2026-03-05', '00/00/0000'])
    expect(readDate(typed)).toBe('')
})

/** Types one character after the other, as into the input. */
const typeDate = (text: string) => [...text].reduce((before, character) => separateDate(before + character, before), '')

test('separates day, month and year, whether slashes are typed or not', () => {
  const typed = ['05112026', '05/11/2026', '5/11/2026', '5/3/2026', '05//11/2026']
  expect(typed.map(typeDate)).toEqual(['05/11/2026', '05/11/2026', '5/11/2026', '5/3/2026', '05/11/2026'])
  expect(separateDate('05/1', '05/11')).toBe('05/1')
  expect(separateDate('05/11', '05/11/')).toBe('05/11')
})

test('takes other separators, a pasted ISO date and a year of two digits', () => {
  expect(typeDate('3-11-2026')).toBe('3/11/2026')
  expect(typeDate('03.11.2026')).toBe('03/11/2026')
  expect(separateDate('2026-11-03', '')).toBe('03/11/2026')
  expect(readDate(completeYear('3/11/26'))).toBe('2026-11-03')
  // A year that is still being typed.
  expect(readDate('3/11/20')).toBe('')
})
