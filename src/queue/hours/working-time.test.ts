import { describe, expect, test } from 'bun:test'
import { minuteMs } from '../../kernel/time/durations.contract'
import { zonedTime } from '../../kernel/time/time-zone'
import { everyDay } from '../../testing/bot/bots'
import { weekdays } from '../../kernel/time/calendar-days'
import type { DaySchedule } from './opening-hours.contract'
import { addWorkingTime, workingHours, workingTimeBetween } from './working-time'

interface Given {
  schedules: DaySchedule[]
  holidays?: string[]
  timeZone: string
}

/** Independent of the calendar under test: asks the wall clock at every minute. */
function isOpenMinute({ schedules, holidays = [], timeZone }: Given, atMs: number) {
  const now = zonedTime(atMs, timeZone)
  const time = now.toPlainTime().toString().slice(0, 5)
  const shifts = (at: Temporal.PlainDate) => {
    if (holidays.includes(at.toString())) return []
    const day = schedules.find(({ weekdayEn }) => weekdayEn === weekdays[at.dayOfWeek - 1])
    if (!day) return []
    const { startTimeA, endTimeA, startTimeB, endTimeB } = day
    const all = [
      [startTimeA, endTimeA],
      [startTimeB, endTimeB],
    ] as const
    return all.filter(([start]) => start !== '')
  }
  const today = now.toPlainDate()
  return (
    shifts(today).some(([start, end]) =>
      end < start ? time >= start : time >= start && (time < end || end === '23:59'),
    ) || shifts(today.subtract({ days: 1 })).some(([start, end]) => end < start && time < end)
  )
}

function countMinutes(given: Given, fromMs: number, toMs: number) {
  let minutes = 0
  for (let at = fromMs; at < toMs; at += minuteMs) if (isOpenMinute(given, at)) minutes++
  return minutes
}

function dueByMinutes(given: Given, fromMs: number, minutes: number) {
  let left = minutes
  for (let at = fromMs; ; at += minuteMs) if (isOpenMinute(given, at) && --left === 0) return at + minuteMs
}

/** Repeats itself, so that a failure can be looked into. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * below)
  }
}

const business = everyDay('08:00-12:00', '13:00-18:00', { saturday: '-', sunday: '-' })
const nights = everyDay('22:00-06:30', '-', { sunday: '-' })
const nearMidnight = everyDay('00:30-23:30', '-')
const wholeDays = everyDay('00:00-23:59', '-', { sunday: '-' })

const cases: Record<string, Given & { around: string }> = {
  'São Paulo, clocks forward at midnight (2018)': {
    schedules: nearMidnight,
    timeZone: 'America/Sao_Paulo',
    around: '2018-11-04T03:00Z',
  },
  'São Paulo, clocks back at midnight (2018)': {
    schedules: nearMidnight,
    timeZone: 'America/Sao_Paulo',
    around: '2018-02-18T02:00Z',
  },
  'São Paulo, whole days and nights over the change (2017)': {
    schedules: nights,
    timeZone: 'America/Sao_Paulo',
    around: '2017-10-15T03:00Z',
  },
  'New York, clocks forward at two': { schedules: nights, timeZone: 'America/New_York', around: '2026-03-08T07:00Z' },
  'New York, clocks back at two': { schedules: nights, timeZone: 'America/New_York', around: '2026-11-01T06:00Z' },
  'Lord Howe, half an hour': { schedules: nights, timeZone: 'Australia/Lord_Howe', around: '2026-04-04T15:00Z' },
  'holidays and a weekend': {
    schedules: business,
    holidays: ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01'],
    timeZone: 'America/Sao_Paulo',
    around: '2026-12-27T12:00Z',
  },
  'a night before and after a holiday': {
    schedules: nights,
    holidays: ['2026-11-20'],
    timeZone: 'America/Sao_Paulo',
    around: '2026-11-20T12:00Z',
  },
  'Apia, which left out a day': { schedules: wholeDays, timeZone: 'Pacific/Apia', around: '2011-12-30T10:00Z' },
}

describe('as counted minute by minute', () => {
  for (const [name, given] of Object.entries(cases)) {
    test(name, () => {
      const random = createRandom(name.length)
      const hours = workingHours(given.schedules, new Set(given.holidays), given.timeZone)
      const aroundMs = Date.parse(given.around)
      for (let run = 0; run < 25; run++) {
        const fromMs = aroundMs + (random(5760) - 4320) * minuteMs
        const minutes = 1 + random(2400)
        const due = addWorkingTime(hours, fromMs, minutes * minuteMs) ?? 0
        expect([fromMs, minutes, due]).toEqual([fromMs, minutes, dueByMinutes(given, fromMs, minutes)])
        const toMs = fromMs + random(6000) * minuteMs
        const counted = countMinutes(given, fromMs, toMs)
        expect([fromMs, toMs, workingTimeBetween(hours, fromMs, toMs) / minuteMs]).toEqual([fromMs, toMs, counted])
      }
    })
  }
})

const saoPaulo = (schedules: DaySchedule[], ...holidays: string[]) =>
  workingHours(schedules, new Set(holidays), 'America/Sao_Paulo')
const due = (hours: ReturnType<typeof saoPaulo>, from: string, minutes: number) => {
  const at = addWorkingTime(hours, Date.parse(from), minutes * minuteMs)
  return at && new Date(at).toISOString()
}

test('goes on after the lunch break, the night, the weekend and the holiday', () => {
  const hours = saoPaulo(business, '2026-11-20')
  // Thursday 17:30 in São Paulo; Friday is Consciência Negra.
  expect(due(hours, '2026-11-19T20:30:00Z', 30)).toBe('2026-11-19T21:00:00.000Z')
  expect(due(hours, '2026-11-19T20:30:00Z', 31)).toBe('2026-11-23T11:01:00.000Z')
  expect(due(hours, '2026-11-23T14:59:30Z', 1)).toBe('2026-11-23T16:00:30.000Z')
  // Whole days: 9 hours each.
  expect(due(hours, '2026-11-23T11:00:00Z', 5 * 540)).toBe('2026-11-27T21:00:00.000Z')
})

test('without hours all time counts, on holidays, too', () => {
  expect(due(saoPaulo([], '2026-12-25'), '2026-12-25T00:00:00Z', 60)).toBe('2026-12-25T01:00:00.000Z')
})

test('hours that never open have no due time, and no time passes in them', () => {
  const hours = saoPaulo(everyDay('08:00-08:00', '-'))
  expect(due(hours, '2026-11-23T11:00:00Z', 1)).toBeUndefined()
  expect(workingTimeBetween(hours, Date.parse('2026-01-01'), Date.parse('2027-01-01'))).toBe(0)
})

test('adding what lies between two moments leads to the later one, or to the end of work before it', () => {
  const random = createRandom(7)
  const hours = saoPaulo(business, '2026-11-20')
  for (let run = 0; run < 200; run++) {
    const fromMs = Date.parse('2026-11-16T00:00Z') + random(10_000) * minuteMs
    const toMs = fromMs + random(8000) * minuteMs
    const between = workingTimeBetween(hours, fromMs, toMs)
    if (between === 0) continue
    const at = addWorkingTime(hours, fromMs, between) ?? 0
    expect(at).toBeLessThanOrEqual(toMs)
    expect(workingTimeBetween(hours, at, toMs)).toBe(0)
  }
})
