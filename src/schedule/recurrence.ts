import { zonedTime } from '../kernel/time-zone'
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
 * The n-th time counted from the start (0 is the start itself). Days, weeks and months keep the time on the company's
 * clock whatever its offset does meanwhile; the 31st falls on a shorter month's last day and on the 31st again after it.
 */
export function occurrence({ startsAt, intervalo, valorIntervalo, tipoDias }: Recurrence, step: number, zone: string) {
  const start = zonedTime(startsAt, zone)
  const unit = units[intervalo as keyof typeof units]
  const day = start.add({ [unit]: step * valorIntervalo })
  return new Date(onWorkingDay(day, tipoDias).epochMilliseconds)
}

export interface NextOccurrence {
  step: number
  at: Date
}

/** A weekend of minutes is walked; nothing needs more. */
const stepsMax = 10_000

/**
 * The first time after both moments. What fell into an outage is not made up for one after the other; business days may
 * bring several times to the same moment, which is one.
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

/** How many whole steps surely lie before the moment, so that an outage of months is not walked minute by minute. */
function stepsUntil(recurrence: Recurrence, step: number, after: Date, zone: string) {
  if (recurrence.intervalo !== intervals.minute) return 0
  const from = occurrence({ ...recurrence, tipoDias: dayRules.asItFalls }, step, zone).getTime()
  return Math.floor((after.getTime() - from) / (recurrence.valorIntervalo * 60_000))
}

/** Monday to Friday; Saturday is 6 and Sunday 7. */
function onWorkingDay(at: Temporal.ZonedDateTime, tipoDias: number) {
  const { dayOfWeek } = at
  if (tipoDias === dayRules.asItFalls || dayOfWeek < 6) return at
  if (tipoDias === dayRules.previousBusinessDay) return at.subtract({ days: dayOfWeek - 5 })
  return at.add({ days: 8 - dayOfWeek })
}
