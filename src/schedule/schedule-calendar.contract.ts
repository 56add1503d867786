import * as v from 'valibot'
import { addDays, daysBetween } from '../kernel/time/calendar-days'
import { CompanyIdText, DayText, orEmpty, SearchParam } from '../kernel/http/request-parts'

export { addDays }

export const weekDays = 7
/** The weeks that a month touches. */
const calendarDaysMax = 6 * weekDays
/** Limit of schedules in an answer: of one requested day, or of all days together. */
export const calendarNamedMax = 200

/** Sunday to Saturday, of a month (YYYY-MM). */
export function calendarWeeks(month: string) {
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return {
    dateFrom: addDays(first, -weekdayOf(first)),
    dateTo: addDays(last, weekDays - 1 - weekdayOf(last)),
  }
}

export function listWeeks(month: string): string[][] {
  const { dateFrom, dateTo } = calendarWeeks(month)
  const weeks = (daysBetween(dateFrom, dateTo) + 1) / weekDays
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: weekDays }, (__, index) => addDays(dateFrom, week * weekDays + index)),
  )
}

export function addMonths(month: string, by: number) {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7)
}

export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

const CalendarDay = orEmpty(DayText)

/** By default the weeks of the month. `perDay` limits those listed per day. */
export const ScheduleCalendarQuery = v.pipe(
  v.object({
    dateFrom: CalendarDay,
    dateTo: CalendarDay,
    searchParam: SearchParam,
    perDay: v.optional(
      v.pipe(v.string(), v.toNumber('integer'), v.integer('integer'), v.minValue(1), v.maxValue(calendarNamedMax)),
      '3',
    ),
    companyId: CompanyIdText,
  }),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => Boolean(days.dateTo) || !days.dateFrom, 'required'),
    ['dateTo'],
  ),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => Boolean(days.dateFrom) || !days.dateTo, 'required'),
    ['dateFrom'],
  ),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => lengthOf(days) > 0, 'endBeforeStart'),
    ['dateTo'],
  ),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => lengthOf(days) <= calendarDaysMax, 'tooLarge'),
    ['dateTo'],
  ),
  v.forward(
    v.partialCheck(
      [['dateFrom'], ['dateTo'], ['perDay']],
      (query) => Math.min(lengthOf(query), calendarDaysMax) * query.perDay <= calendarNamedMax,
      'tooLarge',
    ),
    ['perDay'],
  ),
)
export type ScheduleCalendarQuery = v.InferOutput<typeof ScheduleCalendarQuery>

function lengthOf({ dateFrom, dateTo }: { dateFrom?: string | undefined; dateTo?: string | undefined }) {
  return dateFrom && dateTo ? daysBetween(dateFrom, dateTo) + 1 : calendarDaysMax
}
