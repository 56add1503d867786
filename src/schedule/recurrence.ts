import { zonedTime } from '../kernel/time/time-zone'
import { minuteMs } from '../kernel/time/durations.contract'
import { dayRules, intervals } from './schedule.contract'

export interface Recurrence {
  startsAt: Date
  intervalo: number
  valorIntervalo: number
  tipoDias: number
}

const units = {
  [intervals.day]: 'days',
  [intervals.week]: 'weeks',
  [intervals.month]: 'months',
  [intervals.minute]: 'minutes',
} as const

/**
 * Returns the n-th time from the start (0 is the start). Days, weeks and months keep the local time whatever the
 * offset; the 31st becomes a shorter month's last day and is the 31st again after it.
 */
export function occurrence({ startsAt, intervalo, valorIntervalo, tipoDias }: Recurrence, step: number, zone: string) {
  const start = zonedTime(startsAt, zone)
  const unit = units[intervalo as keyof typeof units]
  const day = start.add({ [unit]: step * valorIntervalo })
  return new Date(onWorkingDay(day, tipoDias).epochMilliseconds)
}

interface NextOccurrence {
  step: number
  at: Date
}

/** Enough for a weekend of minutes, the longest case. */
const stepsMax = 10_000

/**
 * Returns the first time after both. Times missed in an outage are not repeated, and several times moved to the same
 * business day become one.
 */
export function nextOccurrence(
  recurrence: Recurrence,
  { step, after, zone }: { step: number; after: Date; zone: string },
): NextOccurrence | undefined {
  if (recurrence.valorIntervalo === 0) return undefined
  const first = step + Math.max(1, stepsUntil(recurrence, step, after, zone))
  for (let next = first; next < first + stepsMax; next++) {
    const at = occurrence(recurrence, next, zone)
    if (at > after) return { step: next, at }
  }
  return undefined
}

/**
 * Returns a lower bound of the whole steps before the time, so that an outage of months is not iterated by the minute.
 */
function stepsUntil(recurrence: Recurrence, step: number, after: Date, zone: string) {
  if (recurrence.intervalo !== intervals.minute) return 0
  const from = occurrence({ ...recurrence, tipoDias: dayRules.asItFalls }, step, zone).getTime()
  return Math.floor((after.getTime() - from) / (recurrence.valorIntervalo * minuteMs))
}

/** Monday to Friday; Saturday is 6 and Sunday 7. */
function onWorkingDay(at: Temporal.ZonedDateTime, tipoDias: number) {
  const { dayOfWeek } = at
  if (tipoDias === dayRules.asItFalls || dayOfWeek < 6) return at
  if (tipoDias === dayRules.previousBusinessDay) return at.subtract({ days: dayOfWeek - 5 })
  return at.add({ days: 8 - dayOfWeek })
}
