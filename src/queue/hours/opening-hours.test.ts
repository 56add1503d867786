import { expect, test } from 'bun:test'
import type { Weekday } from '../../kernel/time/calendar-days'
import { wallClock } from '../../kernel/time/time-zone'
import { everyDay } from '../../testing/bot/bots'
import { isOpenAt } from './opening-hours'

const at = (weekday: Weekday, time: string) => ({ day: '2026-03-10', weekday, time })
const openAt = (schedules: ReturnType<typeof everyDay>, weekday: Weekday, times: string[]) =>
  times.filter((time) => isOpenAt(schedules, at(weekday, time)))

test('both shifts include their first and last minute; the pause between them is closed', () => {
  const hours = everyDay('08:00-12:00', '13:00-18:00')
  const times = ['07:59', '08:00', '12:00', '12:01', '12:59', '13:00', '18:00', '18:01']
  expect(openAt(hours, 'tuesday', times)).toEqual(['08:00', '12:00', '13:00', '18:00'])
})

test('a day without shifts, or not listed, is closed; no days at all are always open', () => {
  const hours = everyDay('08:00-12:00', '-', { sunday: '-' })
  expect(openAt(hours, 'sunday', ['09:00'])).toEqual([])
  expect(openAt(hours.slice(0, 5), 'saturday', ['09:00'])).toEqual([])
  expect(openAt([], 'sunday', ['03:00'])).toEqual(['03:00'])
  expect(openAt(everyDay('08:00-08:00', '-'), 'monday', ['07:59', '08:00', '08:01'])).toEqual(['08:00'])
})

test('a shift across midnight belongs to the day on which it starts', () => {
  const hours = everyDay('22:00-02:00', '-', { sunday: '-' })
  expect(openAt(hours, 'tuesday', ['21:59', '22:00', '23:59', '00:00', '02:00', '02:01'])).toEqual([
    ...['22:00', '23:59', '00:00', '02:00'],
  ])
  // Saturday's night shift continues into Sunday; Sunday has none to continue into Monday.
  expect(openAt(hours, 'sunday', ['01:00', '02:01', '22:30'])).toEqual(['01:00'])
  expect(openAt(hours, 'monday', ['01:00', '22:30'])).toEqual(['22:30'])
})

test('uses the company’s local time, across midnight and the new year', () => {
  const newYear = new Date('2027-01-01T01:30:00Z')
  expect(wallClock(newYear, 'America/Sao_Paulo')).toEqual({ day: '2026-12-31', time: '22:30', weekday: 'thursday' })
  expect(wallClock(newYear, 'Asia/Tokyo')).toEqual({ day: '2027-01-01', time: '10:30', weekday: 'friday' })
})

test('a holiday is closed; the night shift that began before it ends as usual', () => {
  const clock = (day: string, weekday: Weekday, time: string) => ({ day, weekday, time })
  const holidays = new Set(['2026-11-20'])
  const hours = everyDay('08:00-12:00', '22:00-02:00')
  const open = (day: string, weekday: Weekday, time: string) => isOpenAt(hours, clock(day, weekday, time), holidays)
  expect([open('2026-11-20', 'friday', '09:00'), open('2026-11-20', 'friday', '23:00')]).toEqual([false, false])
  expect([open('2026-11-20', 'friday', '01:00'), open('2026-11-21', 'saturday', '01:00')]).toEqual([true, false])
  expect(open('2026-11-21', 'saturday', '09:00')).toBe(true)
  expect(isOpenAt([], clock('2026-11-20', 'friday', '09:00'), holidays)).toBe(true)
})
