import { expect, test } from 'bun:test'
import { readMoment } from '../kernel/time/time-zone'
import { nextOccurrence, occurrence } from './recurrence'
import { dayRules, intervals } from './schedule.contract'
import { measureProcessor } from '../testing/clock/processor-time'

const zone = 'America/Sao_Paulo'
const at = (text: string, of = zone) => readMoment(text, of) as Date
const rule = (startsAt: Date, intervalo: number, valorIntervalo = 1, tipoDias: number = dayRules.asItFalls) => ({
  startsAt,
  intervalo,
  valorIntervalo,
  tipoDias,
})

test('reads a time without offset in the company’s time zone, and rejects a nonexistent one', () => {
  expect(at('2026-11-21T14:30').toISOString()).toBe('2026-11-21T17:30:00.000Z')
  expect(at('2026-11-21T14:30:00.000Z').toISOString()).toBe('2026-11-21T14:30:00.000Z')
  for (const text of ['2026-02-30T10:00', '2026-11-21T25:00', '2026-13-01T10:00Z']) {
    expect(readMoment(text, zone)).toBeUndefined()
  }
})

test('keeps the local time for days, weeks and months when the offset changes', () => {
  const york = 'America/New_York'
  // On 8 March 2026 daylight saving time begins there.
  const start = at('2026-03-06T09:00', york)
  const local = (date: Date) => date.toLocaleString('sv', { timeZone: york })
  expect([1, 2, 3].map((step) => local(occurrence(rule(start, intervals.day), step, york)))).toEqual([
    '2026-03-07 09:00:00',
    '2026-03-08 09:00:00',
    '2026-03-09 09:00:00',
  ])
  expect(local(occurrence(rule(start, intervals.week), 1, york))).toBe('2026-03-13 09:00:00')
  // Minutes are elapsed time.
  const minutes = occurrence(rule(start, intervals.minute, 24 * 60), 2, york)
  expect(local(minutes)).toBe('2026-03-08 10:00:00')
})

test('uses a short month’s last day for the 31st, and the 31st again afterwards', () => {
  const start = at('2026-01-31T08:00')
  const days = [1, 2, 3].map((step) => occurrence(rule(start, intervals.month), step, zone).toISOString().slice(0, 10))
  expect(days).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
})

test('a yearly time of 29 February is the 28th in common years, and the 29th again in the next leap year', () => {
  const start = at('2028-02-29T08:00')
  const days = [1, 2, 3, 4].map((step) =>
    occurrence(rule(start, intervals.month, 12), step, zone)
      .toISOString()
      .slice(0, 10),
  )
  expect(days).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
})

test('moves a weekend to Friday or Monday at the same hour', () => {
  for (const day of ['2026-11-21', '2026-11-22']) {
    const on = (tipoDias: number) => occurrence(rule(at(`${day}T10:00`), intervals.day, 0, tipoDias), 0, zone)
    expect(on(dayRules.asItFalls)).toEqual(at(`${day}T10:00`))
    expect(on(dayRules.previousBusinessDay)).toEqual(at('2026-11-20T10:00'))
    expect(on(dayRules.nextBusinessDay)).toEqual(at('2026-11-23T10:00'))
  }
})

test('finds the next time after the last one and the present, with one Monday for a weekend', () => {
  const daily = rule(at('2026-11-20T10:00'), intervals.day, 1, dayRules.nextBusinessDay)
  const monday = nextOccurrence(daily, { step: 0, after: at('2026-11-20T10:00'), zone })
  expect(monday).toEqual({ step: 1, at: at('2026-11-23T10:00') })
  const tuesday = nextOccurrence(daily, { step: 1, after: at('2026-11-23T10:00'), zone })
  expect(tuesday).toEqual({ step: 4, at: at('2026-11-24T10:00') })
  const afterAnOutage = nextOccurrence(daily, { step: 0, after: at('2026-12-09T11:00'), zone })
  expect(afterAnOutage?.at).toEqual(at('2026-12-10T10:00'))
  expect(nextOccurrence(rule(at('2026-11-20T10:00'), intervals.day, 0), { step: 0, after: new Date(), zone })).toBe(
    undefined,
  )
})

test('skips an outage of a year without iterating its minutes', () => {
  const everyMinute = rule(at('2025-11-20T10:00'), intervals.minute)
  const tookMs = measureProcessor()
  const next = nextOccurrence(everyMinute, { step: 3, after: at('2026-11-20T10:00'), zone })
  expect(next?.at).toEqual(at('2026-11-20T10:01'))
  expect(tookMs()).toBeLessThan(50)
})
