import { describe, expect, test } from 'bun:test'
import { addDays, daysBetween } from './calendar-days'
import { boundsOfDay, isWithinHours, localDay, readMoment, startOfHour, wallClock } from './time-zone'

const iso = (ms: number) => new Date(ms).toISOString()

test('hours include their ends, and cross midnight if they end before they start', () => {
  const within = (start: string, end: string) =>
    ['07:59', '08:00', '12:00', '18:00', '18:01'].map((time) => isWithinHours(time, start, end))
  expect(within('08:00', '18:00')).toEqual([false, true, true, true, false])
  expect(within('18:00', '08:00')).toEqual([true, true, false, true, true])
  expect(within('12:00', '12:00')).toEqual([false, false, true, false, false])
})

test.each([
  ['2026-03-10T18:20:37.450Z', 'America/Sao_Paulo', '2026-03-10', '15:20', 'tuesday'],
  ['2026-03-11T02:30:59.999Z', 'America/Sao_Paulo', '2026-03-10', '23:30', 'tuesday'],
  ['2026-03-11T03:00:00.000Z', 'America/Sao_Paulo', '2026-03-11', '00:00', 'wednesday'],
  ['2028-03-01T02:59:59.999Z', 'America/Sao_Paulo', '2028-02-29', '23:59', 'tuesday'],
  ['2027-01-01T02:59:30.001Z', 'America/Sao_Paulo', '2026-12-31', '23:59', 'thursday'],
  ['2026-03-09T18:29:59.999Z', 'Asia/Kolkata', '2026-03-09', '23:59', 'monday'],
  ['2026-03-09T18:14:59.999Z', 'Asia/Kathmandu', '2026-03-09', '23:59', 'monday'],
  ['2027-03-14T06:59:59.999Z', 'America/New_York', '2027-03-14', '01:59', 'sunday'],
  ['2027-03-14T07:00:00.001Z', 'America/New_York', '2027-03-14', '03:00', 'sunday'],
  ['2026-11-01T05:30:00.500Z', 'America/New_York', '2026-11-01', '01:30', 'sunday'],
  ['2026-11-01T06:30:00.500Z', 'America/New_York', '2026-11-01', '01:30', 'sunday'],
  ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31', '23:59', 'wednesday'],
] as const)('%s in %s is %s, %s, a %s', (moment, zone, day, time, weekday) => {
  expect(wallClock(new Date(moment), zone)).toEqual({ day, time, weekday })
  expect(localDay(Date.parse(moment), zone)).toBe(day)
})

test.each([
  ['2026-03-10', 'America/Sao_Paulo', '2026-03-10T03:00:00.000Z', '2026-03-11T03:00:00.000Z'],
  ['2028-02-29', 'America/Sao_Paulo', '2028-02-29T03:00:00.000Z', '2028-03-01T03:00:00.000Z'],
  ['2026-12-31', 'Asia/Kolkata', '2026-12-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
  // Days of 23 and 25 hours.
  ['2027-03-14', 'America/New_York', '2027-03-14T05:00:00.000Z', '2027-03-15T04:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['2027-03-28', 'Europe/Lisbon', '2027-03-28T00:00:00.000Z', '2027-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Lisbon', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
  // A midnight that is skipped, and one that is repeated.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
])('the day %s in %s begins at %s and ends at %s', (day, zone, start, end) => {
  const { startMs, endMs } = boundsOfDay(day, zone)
  expect([iso(startMs), iso(endMs)]).toEqual([start, end])
})

test.each([
  ['2026-03-10T18:20:37.450Z', 'America/Sao_Paulo', '2026-03-10T18:00:00.000Z'],
  ['2026-03-11T02:59:59.999Z', 'America/Sao_Paulo', '2026-03-11T02:00:00.000Z'],
  ['2026-03-10T18:20:37.450Z', 'Asia/Kolkata', '2026-03-10T17:30:00.000Z'],
  ['2026-03-10T18:20:37.450Z', 'Asia/Kathmandu', '2026-03-10T18:15:00.000Z'],
  ['2026-11-01T06:30:00.500Z', 'America/New_York', '2026-11-01T06:00:00.000Z'],
  ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:00:00.000Z'],
])('the hour of %s in %s began at %s', (moment, zone, start) => {
  expect(iso(startOfHour(new Date(moment), zone))).toBe(start)
})

describe('parses timestamps', () => {
  test.each([
    ['2026-03-10T15:20', 'America/Sao_Paulo', '2026-03-10T18:20:00.000Z'],
    ['2026-03-10T15:20:00Z', 'America/Sao_Paulo', '2026-03-10T15:20:00.000Z'],
    ['2026-03-10T15:20:00+05:30', 'America/Sao_Paulo', '2026-03-10T09:50:00.000Z'],
    ['2028-02-29T23:59', 'America/Sao_Paulo', '2028-03-01T02:59:00.000Z'],
    ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, moment) => expect(readMoment(text, zone)?.toISOString()).toBe(moment))

  test.each(['2026-02-29T10:00', '2026-13-01T10:00', '2026-03-10T25:00', 'tomorrow', ''])('%p is none', (text) =>
    expect(readMoment(text, 'America/Sao_Paulo')).toBeUndefined(),
  )
})

test('counts calendar days across month ends, leap days and years', () => {
  expect([addDays('2026-02-28', 1), addDays('2028-02-28', 1), addDays('2028-03-01', -1)]).toEqual([
    ...['2026-03-01', '2028-02-29', '2028-02-29'],
  ])
  expect([addDays('2026-12-31', 1), addDays('2027-01-31', 1), addDays('2027-01-01', -1)]).toEqual([
    ...['2027-01-01', '2027-02-01', '2026-12-31'],
  ])
  expect([daysBetween('2027-12-31', '2028-12-31'), daysBetween('2026-03-02', '2026-03-01')]).toEqual([366, -1])
})

test('knows every time zone that a company can have', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'EST5EDT', 'Brazil/East', '-03:00']
  for (const zone of zones) expect(localDay(new Date('2026-03-10T12:00:00Z'), zone)).toMatch(/^2026-03-1[01]$/)
})
