import { addDays, daysBetween } from '../kernel/time/calendar-days'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { boundsOfDay, localDay, timeZoneOf } from '../kernel/time/time-zone'
import type { CountedDays } from './report.calls'
import { reportDaysDefault, reportDaysMax } from './report.contract'

export interface ReportPeriod {
  from: string
  to: string
  days: number
  startMs: number
  endMs: number
}

interface RequestedPeriod {
  days?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Two days, until today, the last days, or thirty. @throws Refusal ERR_INVALID_INPUT */
export function periodOf(ctx: CompanyContext, requested: RequestedPeriod): ReportPeriod {
  const today = localDay(ctx.now, timeZoneOf(ctx))
  const to = requested.to ?? today
  const from = requested.from ?? addDays(to, 1 - (requested.days ?? reportDaysDefault))
  if (from > to) refuse('ERR_INVALID_INPUT', { fields: { date_from: 'endBeforeStart' } })
  if (daysBetween(from, to) >= reportDaysMax) refuse('ERR_INVALID_INPUT', { fields: { date_from: 'periodTooLong' } })
  return spanOf(ctx, from, to)
}

export function periodBefore(ctx: CompanyContext, { from, days }: Pick<ReportPeriod, 'from' | 'days'>): ReportPeriod {
  return spanOf(ctx, addDays(from, -days), addDays(from, -1))
}

function spanOf(ctx: CompanyContext, from: string, to: string): ReportPeriod {
  const timeZone = timeZoneOf(ctx)
  const { startMs } = boundsOfDay(from, timeZone)
  const { endMs } = boundsOfDay(to, timeZone)
  return { from, to, days: daysBetween(from, to) + 1, startMs, endMs }
}

export const countedDays = ({ from, to, days }: ReportPeriod): CountedDays => ({ from, to, days })

export function listDays(ctx: CompanyContext, { from, days }: ReportPeriod) {
  const timeZone = timeZoneOf(ctx)
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(from, index)
    return { day, endMs: boundsOfDay(day, timeZone).endMs }
  })
}
