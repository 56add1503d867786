import { minuteMs } from './durations.contract'
import { type Weekday, weekdays } from './calendar-days'
import type { CompanyContext } from '../company/company-context'
import { getTimezone } from 'countries-and-timezones'

export interface WallClock {
  day: string
  time: string
  weekday: Weekday
}

export function timeZoneOf({ company }: CompanyContext) {
  return company.services.about(company.id).timeZone
}

/** A moment in a time zone. All conversions between moments and local time on the server use this. */
export function zonedTime(at: Date | number, timeZone: string) {
  return Temporal.Instant.fromEpochMilliseconds(Number(at)).toZonedDateTimeISO(timeZone)
}

const quarterMs = 15 * minuteMs
const lastDay = { timeZone: '', quarter: 0, day: '' }

/** The calendar day (YYYY-MM-DD) of a moment. Remembered for a quarter of an hour, because every request asks for today. */
export function localDay(at: Date | number, timeZone: string) {
  const quarter = Math.floor(Number(at) / quarterMs)
  if (quarter !== lastDay.quarter || timeZone !== lastDay.timeZone) {
    Object.assign(lastDay, { timeZone, quarter, day: zonedTime(at, timeZone).toPlainDate().toString() })
  }
  return lastDay.day
}

export function wallClock(at: Date | number, timeZone: string): WallClock {
  const zoned = zonedTime(at, timeZone)
  const time = zoned.toPlainTime().toString({ smallestUnit: 'minute' })
  return { day: zoned.toPlainDate().toString(), time, weekday: weekdays[zoned.dayOfWeek - 1] ?? 'monday' }
}

/** Start and end of a calendar day (YYYY-MM-DD) in ms since 1970. Not every day has 24 hours or a midnight. */
export function boundsOfDay(day: string, timeZone: string) {
  const date = Temporal.PlainDate.from(day)
  const startMs = date.toZonedDateTime(timeZone).epochMilliseconds
  return { startMs, endMs: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds }
}

const lastHour = { timeZone: '', quarter: 0, startMs: 0 }

/** Start of the local hour, in ms since 1970. Remembered for a quarter of an hour. */
export function startOfHour(at: Date | number, timeZone: string) {
  const quarter = Math.floor(Number(at) / quarterMs)
  if (quarter !== lastHour.quarter || timeZone !== lastHour.timeZone) {
    const start = zonedTime(at, timeZone).round({ smallestUnit: 'hour', roundingMode: 'floor' })
    Object.assign(lastHour, { timeZone, quarter, startMs: start.epochMilliseconds })
  }
  return lastHour.startMs
}

/** Local without an offset: a skipped time moves forward by the gap, a repeated one is the first. Undefined when invalid. */
export function readMoment(text: string, timeZone: string): Date | undefined {
  try {
    const instant = /(Z|[+-]\d{2}:?\d{2})$/.test(text)
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone)
    return new Date(instant.epochMilliseconds)
  } catch {
    return undefined
  }
}

/** Inclusive. Hours that end before they start cross midnight. */
export function isWithinHours(time: string, start: string, end: string) {
  return start <= end ? time >= start && time <= end : time >= start || time <= end
}

/** Brazil for time zones of no country. */
export function countryOfTimeZone(timeZone: string): string {
  return getTimezone(timeZone)?.countries[0] ?? 'BR'
}

export function companyClock(ctx: CompanyContext) {
  return wallClock(ctx.now, timeZoneOf(ctx))
}
