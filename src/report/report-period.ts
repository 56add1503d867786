import { addDays, daysBetween } from '../kernel/calendar-days'
import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { boundsOfDay, localDay, timeZoneOf } from '../kernel/time-zone'
import { reportDaysDefault, reportDaysMax } from './report.contract'

/** A row of the company's days, YYYY-MM-DD, first and last, with the moments at which they begin and end. */
export interface ReportPeriod {
  from: string
  to: string
  days: number
  startMs: number
  endMs: number
}

interface AskedPeriod {
  days?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * The days asked for: from one to another, until today, the last so many, or the last thirty.
 * @throws Refusal ERR_INVALID_INPUT when an open end would make it too long, or backwards
 */
export function periodOf(ctx: CompanyContext, asked: AskedPeriod): ReportPeriod {
  const today = localDay(ctx.now, timeZoneOf(ctx))
  const to = asked.to ?? today
  const from = asked.from ?? addDays(to, 1 - (asked.days ?? reportDaysDefault))
  if (from > to) refuse('ERR_INVALID_INPUT', { fields: { date_from: 'endBeforeStart' } })
  if (daysBetween(from, to) >= reportDaysMax) refuse('ERR_INVALID_INPUT', { fields: { date_from: 'periodTooLong' } })
  return spanOf(ctx, from, to)
}

/** As many days, directly before. */
export function periodBefore(ctx: CompanyContext, { from, days }: ReportPeriod): ReportPeriod {
  return spanOf(ctx, addDays(from, -days), addDays(from, -1))
}

function spanOf(ctx: CompanyContext, from: string, to: string): ReportPeriod {
  const timeZone = timeZoneOf(ctx)
  const { startMs } = boundsOfDay(from, timeZone)
  const { endMs } = boundsOfDay(to, timeZone)
  return { from, to, days: daysBetween(from, to) + 1, startMs, endMs }
}

/** Every day of a period with the moment at which it ends, in order. */
export function listDays(ctx: CompanyContext, { from, days }: ReportPeriod) {
  const timeZone = timeZoneOf(ctx)
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(from, index)
    return { day, endMs: boundsOfDay(day, timeZone).endMs }
  })
}
