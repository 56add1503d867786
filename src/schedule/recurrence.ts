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

/** 0 is the start. Local time stays whatever the offset; the 31st is a shorter month's last day. */
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

/** A weekend of minutes. */
const stepsMax = 10_000

/** After both. Missed times are not repeated; several on one business day become one. */
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

/** A lower bound: an outage of months is not iterated by the minute. */
function stepsUntil(recurrence: Recurrence, step: number, after: Date, zone: string) {
  if (recurrence.intervalo !== intervals.minute) return 0
  const from = occurrence({ ...recurrence, tipoDias: dayRules.asItFalls }, step, zone).getTime()
  return Math.floor((after.getTime() - from) / (recurrence.valorIntervalo * minuteMs))
}

/** Saturday is 6 and Sunday 7. */
function onWorkingDay(at: Temporal.ZonedDateTime, tipoDias: number) {
  const { dayOfWeek } = at
  if (tipoDias === dayRules.asItFalls || dayOfWeek < 6) return at
  if (tipoDias === dayRules.previousBusinessDay) return at.subtract({ days: dayOfWeek - 5 })
  return at.add({ days: 8 - dayOfWeek })
}
