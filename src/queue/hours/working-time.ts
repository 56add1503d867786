import { addDays, weekdays } from '../../kernel/time/calendar-days'
import { dayMs, minuteMs } from '../../kernel/time/durations.contract'
import { boundsOfDay, localDay, zonedTime } from '../../kernel/time/time-zone'
import { crossesMidnight, type Holidays, type Shift, shiftsOn } from './opening-hours'
import type { DaySchedule } from './opening-hours.contract'

/** In ms since 1970, ascending and disjoint. The end is not included; before the start nothing is open. */
type Interval = readonly [startMs: number, endMs: number]

export interface WorkingHours {
  /** None: always open, on holidays, too. */
  readonly schedules: readonly DaySchedule[]
  readonly holidays: Holidays
  readonly timeZone: string
  readonly isEverOpen: boolean
  /** By calendar day. */
  readonly known: Map<string, readonly Interval[]>
}

export function workingHours(schedules: readonly DaySchedule[], holidays: Holidays, timeZone: string): WorkingHours {
  const isEverOpen = schedules.some(
    ({ startTimeA, endTimeA, startTimeB, endTimeB }) => startTimeA !== endTimeA || startTimeB !== endTimeB,
  )
  return { schedules, holidays, timeZone, isEverOpen, known: new Map() }
}

/** After so many days without enough open hours there is no moment. */
const daysMax = 800

/** The moment at which so much open time has passed; undefined if it never does. */
export function addWorkingTime(hours: WorkingHours, fromMs: number, addedMs: number): number | undefined {
  if (hours.schedules.length === 0) return fromMs + addedMs
  if (!hours.isEverOpen) return undefined
  let left = addedMs
  let day = localDay(fromMs, hours.timeZone)
  for (let days = 0; days < daysMax; days++, day = addDays(day, 1)) {
    for (const [startMs, endMs] of openIntervals(hours, day)) {
      const start = Math.max(startMs, fromMs)
      if (endMs <= start) continue
      if (left <= endMs - start) return start + left
      left -= endMs - start
    }
  }
  return undefined
}

/** Open time between two moments, in ms; 0 if they are not in order. */
export function workingTimeBetween(hours: WorkingHours, fromMs: number, toMs: number): number {
  if (toMs <= fromMs) return 0
  if (hours.schedules.length === 0) return toMs - fromMs
  if (!hours.isEverOpen) return 0
  const lastDay = localDay(toMs, hours.timeZone)
  let sum = 0
  for (let day = localDay(fromMs, hours.timeZone); day <= lastDay; day = addDays(day, 1)) {
    for (const [startMs, endMs] of openIntervals(hours, day)) {
      sum += Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs))
    }
  }
  return sum
}

const knownMax = 1000

function openIntervals(hours: WorkingHours, day: string): readonly Interval[] {
  const { known } = hours
  const found = known.get(day)
  if (found) return found
  if (known.size >= knownMax) known.clear()
  const intervals = findIntervals(hours, day)
  known.set(day, intervals)
  return intervals
}

function findIntervals({ schedules, holidays, timeZone }: WorkingHours, day: string): Interval[] {
  const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'monday'
  const { own, goingOn } = shiftsOn(schedules, holidays, { day, weekday })
  const open = merged([
    ...goingOn.map(({ end }): Interval => [0, minutesOf(end)]),
    ...own.map((shift): Interval => [minutesOf(shift.start), endOf(shift)]),
  ])
  if (open.length === 0) return []
  const localMs = Date.parse(day)
  return spansOf(day, timeZone).flatMap(({ startMs, endMs, offsetMs }) =>
    open.map(([from, to]): Interval => [
      Math.max(startMs, localMs + from * minuteMs - offsetMs),
      Math.min(endMs, localMs + to * minuteMs - offsetMs),
    ]),
  )
}

const dayMinutes = dayMs / minuteMs
const lastMinute = '23:59'

function minutesOf(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** 23:59 means until midnight, because 24:00 cannot be entered. */
const endOf = (shift: Shift) => (crossesMidnight(shift) || shift.end === lastMinute ? dayMinutes : minutesOf(shift.end))

function merged(intervals: readonly Interval[]): Interval[] {
  const all: [number, number][] = []
  for (const [start, end] of intervals.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

/** Parts of a day in which local time is equally far from UTC; two on a day on which clocks change. */
function spansOf(day: string, timeZone: string) {
  const { startMs, endMs } = boundsOfDay(day, timeZone)
  const spans: { startMs: number; endMs: number; offsetMs: number }[] = []
  let from = startMs
  while (from < endMs) {
    const zoned = zonedTime(from, timeZone)
    const offsetMs = zoned.offsetNanoseconds / 1e6
    const isWholeDay = from === startMs && zonedTime(endMs - 1, timeZone).offsetNanoseconds / 1e6 === offsetMs
    const next = isWholeDay ? endMs : (zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? endMs)
    spans.push({ startMs: from, endMs: Math.min(next, endMs), offsetMs })
    from = next
  }
  return spans
}
