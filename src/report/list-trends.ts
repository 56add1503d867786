import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { timeZoneOf, zonedTime } from '../kernel/time/time-zone'
import { listMessageCounts } from '../message/list/count-messages'
import { canSeeDashboard } from '../user/user.policy'
import { listFiguresByTime } from './attendance-figures'
import { listDays, periodOf, type ReportPeriod } from './report-period'
import type { Trends, TrendPoint } from './report.calls'
import type { ChartQuery } from './report.contract'

export async function listTrends(ctx: CompanyContext, { initialDate, finalDate }: ChartQuery): Promise<Trends> {
  if (!canSeeDashboard(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const period = periodOf(ctx, { from: initialDate, to: finalDate })
  const figures = inTurn(await listFiguresByTime(ctx, period))
  const messages = inTurn(listMessageCounts(ctx, period))
  const points = partsOf(ctx, period).map(({ at, endMs }): TrendPoint => {
    const [counted, sent] = [figures(endMs), messages(endMs)]
    const sum = (name: Exclude<keyof (typeof counted)[number], 'startsAt'>) =>
      counted.reduce((total, row) => total + row[name], 0)
    const messagesOf = (fromMe: number) =>
      sent.reduce((total, row) => total + (row.fromMe === fromMe ? row.messages : 0), 0)
    return {
      at,
      started: sum('active') + sum('passive'),
      active: sum('active'),
      passive: sum('passive'),
      finished: sum('finished'),
      leads: sum('leads'),
      avgSupportTime: minutes(sum('supportMs'), sum('supports')),
      avgWaitTime: minutes(sum('waitMs'), sum('waits')),
      received: messagesOf(0),
      sent: messagesOf(1),
    }
  })
  return { by: period.days === 1 ? 'hour' : 'day', points }
}

/** YYYY-MM-DD, or HH of a single day; a repeated hour twice. */
function partsOf(ctx: CompanyContext, period: ReportPeriod) {
  if (period.days > 1) return listDays(ctx, period).map(({ day, endMs }) => ({ at: day, endMs }))
  const parts: { at: string; endMs: number }[] = []
  for (let hour = zonedTime(period.startMs, timeZoneOf(ctx)); hour.epochMilliseconds < period.endMs;) {
    const next = hour.add({ hours: 1 })
    parts.push({ at: String(hour.hour).padStart(2, '0'), endMs: next.epochMilliseconds })
    hour = next
  }
  return parts
}

function inTurn<Row extends { startsAt: number }>(rows: readonly Row[]) {
  let next = 0
  return (endMs: number) => {
    const from = next
    while ((rows[next]?.startsAt ?? endMs) < endMs) next++
    return rows.slice(from, next)
  }
}

const minutes = (sumMs: number, count: number) => (count === 0 ? 0 : Math.round(sumMs / count / 600) / 100)
