import { expect, test } from 'bun:test'
import { readDate } from './date-input'

test('reads a day in the local format, if the calendar has it', () => {
  const read = { '05/03/2026': '2026-03-05', '5/3/2026': '2026-03-05', '29/02/2028': '2028-02-29' }
  for (const [typed, iso] of Object.entries(read)) expect(readDate(typed)).toBe(iso)
  for (const typed of ['', '29/02/2026', '31/04/2026', '03/13/2026', '05/03/26', '2026-03-05', '00/00/0000'])
    expect(readDate(typed)).toBe('')
})
