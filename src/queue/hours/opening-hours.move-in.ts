import * as v from 'valibot'
import { weekdays } from '../../kernel/time/calendar-days'
import { jsonOf } from '../../kernel/move-in/source-values'
import { objectsIn, textOf } from '../../kernel/untyped-json.contract'
import { type DaySchedule, weekdayNames, WeekSchedule } from './opening-hours.contract'

/** Their hours have one or two shifts a day. Undefined when they are not to be understood. */
export function openingHoursOf(stored: string | null | undefined): DaySchedule[] | undefined {
  const days = objectsIn(jsonOf(stored)).flatMap((day) => {
    const weekdayEn = weekdays.find((name) => name === textOf(day['weekdayEn']).toLowerCase())
    if (!weekdayEn) return []
    const shift = (start: unknown, end: unknown) => {
      const [from, to] = [clock(start), clock(end)]
      return from && to ? ([from, to] as const) : (['', ''] as const)
    }
    const [startTimeA, endTimeA] = shift(day['startTimeA'] ?? day['startTime'], day['endTimeA'] ?? day['endTime'])
    const [startTimeB, endTimeB] = shift(day['startTimeB'], day['endTimeB'])
    return [{ weekday: weekdayNames[weekdayEn], weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB }]
  })
  const { success, output } = v.safeParse(WeekSchedule, days)
  return success ? output : undefined
}

const clock = (value: unknown) => /^\d\d:\d\d/.exec(textOf(value))?.[0] ?? ''
