import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { timeZoneOf, zonedTime } from '../kernel/time/time-zone'
import { canSeeDashboard } from '../user/user.policy'
import { listUserPicks } from '../user/user.queries'
import { listStartedTickets, sumFiguresByUser } from './attendance-figures'
import { listDays, periodOf, type ReportPeriod } from './report-period'
import type { TicketsOfDays, TicketsOfUsers } from './report.calls'
import type { ChartQuery } from './report.contract'

function requestedPeriod(ctx: CompanyContext, { initialDate, finalDate }: ChartQuery): ReportPeriod {
  if (!canSeeDashboard(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return periodOf(ctx, { from: initialDate, to: finalDate })
}

export function countTicketsOfUsers(ctx: CompanyContext, query: ChartQuery): TicketsOfUsers {
  const byUser = sumFiguresByUser(ctx, requestedPeriod(ctx, query))
  const rows = listUserPicks(ctx, () => false).map(({ id, name, profileImage }) => ({
    id,
    name,
    profileImage,
    quantity: byUser.get(id)?.started ?? 0,
  }))
  return { data: rows.filter(({ quantity }) => quantity > 0).sort((a, b) => b.quantity - a.quantity) }
}

/** GET /dashboard/ticketsDay: every day of the period, or every hour if it is one day, including empty ones. */
export function countTicketsOfDays(ctx: CompanyContext, query: ChartQuery): TicketsOfDays {
  const period = requestedPeriod(ctx, query)
  const begun = listStartedTickets(ctx, period)
  const count = begun.reduce((sum, { tickets }) => sum + tickets, 0)
  return { count, data: period.days === 1 ? byHour(ctx, period, begun) : byDay(ctx, period, begun) }
}

type StartedTickets = ReturnType<typeof listStartedTickets>

function byDay(ctx: CompanyContext, period: ReportPeriod, begun: StartedTickets) {
  let next = 0
  return listDays(ctx, period).map(({ day, endMs }) => {
    let total = 0
    for (let hour = begun[next]; hour && hour.startsAt < endMs; hour = begun[++next]) total += hour.tickets
    return { data: day.split('-').reverse().join('/'), total }
  })
}

/** A skipped hour is omitted, a repeated one counted once. */
function byHour(ctx: CompanyContext, { startMs, endMs }: ReportPeriod, begun: StartedTickets) {
  const timeZone = timeZoneOf(ctx)
  const totals = new Map<number, number>()
  for (let hour = zonedTime(startMs, timeZone); hour.epochMilliseconds < endMs; hour = hour.add({ hours: 1 })) {
    totals.set(hour.hour, 0)
  }
  for (const { startsAt, tickets } of begun) {
    const { hour } = zonedTime(startsAt, timeZone)
    totals.set(hour, (totals.get(hour) ?? 0) + tickets)
  }
  return [...totals].map(([horario, total]) => ({ horario, total }))
}
