import { expect, test } from 'bun:test'
import { waitingTime } from './ticket-row'

const at = (minutes: number) => waitingTime(0, minutes * 60_000 + 59_000)

test('is amber from 15 minutes and red from an hour', () => {
  expect([0, 14, 15, 59, 60, 1439, 1440, 4500].map(at)).toEqual([
    { text: '1 min', level: 'normal' },
    { text: '14 min', level: 'normal' },
    { text: '15 min', level: 'late' },
    { text: '59 min', level: 'late' },
    { text: '1 h', level: 'overdue' },
    { text: '23 h', level: 'overdue' },
    { text: '1 d', level: 'overdue' },
    { text: '3 d', level: 'overdue' },
  ])
})

test('shows the shortest time when the clock is behind the server’s', () => {
  expect(waitingTime(90_000, 0)).toEqual({ text: '1 min', level: 'normal' })
})
