import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { canSeeDashboard } from '../user/user.policy'
import { listUserPicks } from '../user/user.queries'
import { hourMs, listBegunByHour, sumFiguresByUser } from './attendance-figures'
import { listDays, periodOf, type ReportPeriod } from './report-period'
import type { ChartQuery, TicketsOfDays, TicketsOfUsers } from './report.contract'

function periodAsked(ctx: CompanyContext, { initialDate, finalDate }: ChartQuery): ReportPeriod {
  if (!canSeeDashboard(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return periodOf(ctx, { from: initialDate, to: finalDate })
}

/** GET /dashboard/ticketsUsers: whoever attended anybody, the busiest first. */
export function countTicketsOfUsers(ctx: CompanyContext, query: ChartQuery): TicketsOfUsers {
  const byUser = sumFiguresByUser(ctx, periodAsked(ctx, query))
  const rows = listUserPicks(ctx, () => false).map(({ id, name, profileImage }) => ({
    ...{ id, name, profileImage },
    quantity: byUser.get(id)?.started ?? 0,
  }))
  return { data: rows.filter(({ quantity }) => quantity > 0).sort((a, b) => b.quantity - a.quantity) }
}

/** GET /dashboard/ticketsDay: every day of the period, or every hour of its only day, also those that brought nothing. */
export function countTicketsOfDays(ctx: CompanyContext, query: ChartQuery): TicketsOfDays {
  const period = periodAsked(ctx, query)
  const begun = listBegunByHour(ctx, period)
  const count = begun.reduce((sum, { tickets }) => sum + tickets, 0)
  return { count, data: period.days === 1 ? byHour(period, begun) : byDay(ctx, period, begun) }
}

type Begun = ReturnType<typeof listBegunByHour>

function byDay(ctx: CompanyContext, period: ReportPeriod, begun: Begun) {
  let next = 0
  return listDays(ctx, period).map(({ day, endMs }) => {
    let total = 0
    for (let hour = begun[next]; hour && hour.atMs < endMs; hour = begun[++next]) total += hour.tickets
    return { data: day.split('-').reverse().join('/'), total }
  })
}

/** Hours since the day began; a day on which the clocks change has one less or more. */
function byHour({ startMs, endMs }: ReportPeriod, begun: Begun) {
  const totals = Array.from({ length: Math.round((endMs - startMs) / hourMs) }, () => 0)
  for (const { atMs, tickets } of begun) {
    const hour = Math.max(0, Math.floor((atMs - startMs) / hourMs))
    totals[hour] = (totals[hour] ?? 0) + tickets
  }
  return totals.map((total, horario) => ({ horario, total }))
}
