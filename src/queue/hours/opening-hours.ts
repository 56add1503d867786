import { type Weekday, weekdays } from '../../kernel/time/calendar-days'
import { isWithinHours, type WallClock } from '../../kernel/time/time-zone'
import type { DaySchedule } from './opening-hours.contract'

/** Inclusive; a shift may continue after midnight. Without hours always open. */
export function isOpenAt(schedules: readonly DaySchedule[], { weekday, time }: WallClock): boolean {
  if (schedules.length === 0) return true
  const today = shiftsOf(schedules, weekday)
  const dayBefore = weekdays[(weekdays.indexOf(weekday) + 6) % 7]
  const goingOn = dayBefore ? shiftsOf(schedules, dayBefore).filter(crossesMidnight) : []
  return (
    today.some((shift) =>
      crossesMidnight(shift) ? time >= shift.start : isWithinHours(time, shift.start, shift.end),
    ) || goingOn.some(({ end }) => time <= end)
  )
}

interface Shift {
  start: string
  end: string
}

const crossesMidnight = ({ start, end }: Shift) => end < start

function shiftsOf(schedules: readonly DaySchedule[], weekday: Weekday): Shift[] {
  const day = schedules.find(({ weekdayEn }) => weekdayEn === weekday)
  if (!day) return []
  const { startTimeA, endTimeA, startTimeB, endTimeB } = day
  return [
    { start: startTimeA, end: endTimeA },
    { start: startTimeB, end: endTimeB },
  ]
}
