import { addDays, type Weekday, weekdays } from '../../kernel/time/calendar-days'
import { isWithinHours, type WallClock } from '../../kernel/time/time-zone'
import type { DaySchedule } from './opening-hours.contract'

/** Calendar days (YYYY-MM-DD). */
export type Holidays = ReadonlySet<string>

const noHolidays: Holidays = new Set()

/** Inclusive; a shift may continue after midnight. Without hours always open. */
export function isOpenAt(
  schedules: readonly DaySchedule[],
  { day, weekday, time }: WallClock,
  holidays = noHolidays,
): boolean {
  if (schedules.length === 0) return true
  const { own, goingOn } = shiftsOn(schedules, holidays, { day, weekday })
  return (
    own.some((shift) => (crossesMidnight(shift) ? time >= shift.start : isWithinHours(time, shift.start, shift.end))) ||
    goingOn.some(({ end }) => time <= end)
  )
}

export interface Shift {
  start: string
  end: string
}

export const crossesMidnight = ({ start, end }: Shift) => end < start

/** `goingOn`: those of the day before that end after midnight. A holiday has none of its own. */
export function shiftsOn(
  schedules: readonly DaySchedule[],
  holidays: Holidays,
  { day, weekday }: Pick<WallClock, 'day' | 'weekday'>,
) {
  const dayBefore = weekdays[(weekdays.indexOf(weekday) + 6) % 7]
  const own = holidays.has(day) ? [] : shiftsOf(schedules, weekday)
  const wasWorked = dayBefore && !holidays.has(addDays(day, -1))
  return { own, goingOn: wasWorked ? shiftsOf(schedules, dayBefore).filter(crossesMidnight) : [] }
}

function shiftsOf(schedules: readonly DaySchedule[], weekday: Weekday): Shift[] {
  const day = schedules.find(({ weekdayEn }) => weekdayEn === weekday)
  if (!day) return []
  const { startTimeA, endTimeA, startTimeB, endTimeB } = day
  return [
    { start: startTimeA, end: endTimeA },
    { start: startTimeB, end: endTimeB },
  ].filter(({ start }) => start !== '')
}
