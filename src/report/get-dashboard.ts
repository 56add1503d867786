import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import type { UserId } from '../kernel/ids'
import { minuteMs } from '../kernel/time/durations.contract'
import { countMessages } from '../message/list/count-messages'
import { countTicketsByStatus } from '../ticket/list/count-tickets'
import { countedStatuses, type TicketStatus } from '../ticket/ticket-status'
import type { IsOnline } from '../user/present-user'
import { canSeeDashboard } from '../user/user.policy'
import { listUserPicks } from '../user/user.queries'
import { type Figures, sumFigures, sumFiguresByUser, totalOf } from './attendance-figures'
import { countedDays, periodBefore, periodOf, type ReportPeriod } from './report-period'
import type { AttendantRow, Dashboard, PeriodCounters, PeriodMessages } from './report.calls'
import type { DashboardQuery } from './report.contract'

export function getDashboard(ctx: CompanyContext, query: DashboardQuery, isOnline: IsOnline): Dashboard {
  if (!canSeeDashboard(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const period = periodOf(ctx, { days: query.days, from: query.date_from, to: query.date_to })
  const before = periodBefore(ctx, period)
  const byUser = sumFiguresByUser(ctx, period)
  const counters = periodCounters(totalOf([...byUser.values()]))
  return {
    counters: { ...counters, ...presentCounters(ctx, counters) },
    snoozed: { open: countNow(ctx, 'open').snoozed, pending: countNow(ctx, 'pending').snoozed },
    attendants: attendantRows(ctx, byUser, isOnline),
    messages: messagesOf(ctx, period),
    previous: {
      counters: periodCounters(sumFigures(ctx, before)),
      messages: messagesOf(ctx, before),
      period: countedDays(before),
    },
    period: countedDays(period),
  }
}

function periodCounters(sum: Figures): PeriodCounters {
  const passives = sum.rated - sum.promoters - sum.detractors
  const promotersPerc = percent(sum.promoters, sum.rated)
  const detractorsPerc = percent(sum.detractors, sum.rated)
  return {
    supportFinished: sum.finished,
    leads: sum.leads,
    avgSupportTime: averageMinutes(sum.supportMs, sum.supports),
    avgWaitTime: averageMinutes(sum.waitMs, sum.waits),
    activeTickets: sum.active,
    passiveTickets: sum.passive,
    npsScore: rounded(promotersPerc - detractorsPerc),
    npsPromotersPerc: promotersPerc,
    npsPassivePerc: percent(passives, sum.rated),
    npsDetractorsPerc: detractorsPerc,
    withRating: sum.rated,
    // A rated ticket was closed in the same transaction.
    withoutRating: Math.max(0, sum.finished - sum.rated),
  }
}

function presentCounters(ctx: CompanyContext, { withRating, withoutRating }: PeriodCounters) {
  const of = (status: TicketStatus) => countNow(ctx, status).tickets
  const waitRating = of('nps')
  const tickets = withRating + withoutRating + waitRating
  return {
    supportHappening: of('open'),
    supportPending: of('pending'),
    supportGroups: of('group'),
    waitRating,
    tickets,
    percRating: percent(withRating, tickets),
  }
}

function countNow(ctx: CompanyContext, status: TicketStatus) {
  const counts = countTicketsByStatus(ctx)
  const of = (name: 'tickets' | 'snoozed') =>
    countedStatuses(status).reduce((sum, one) => sum + (counts.get(one)?.[name] ?? 0), 0)
  return { tickets: of('tickets'), snoozed: of('snoozed') }
}

/** Work of deleted users remains in the counters. */
function attendantRows(ctx: CompanyContext, byUser: Map<UserId, Figures>, isOnline: IsOnline): AttendantRow[] {
  return listUserPicks(ctx, isOnline).map(({ id, name, profileImage, online }) => {
    const figures = byUser.get(id)
    return {
      id,
      name,
      profileImage,
      online,
      rating: figures?.rated ? rounded(figures.ratingSum / figures.rated) : 0,
      countRating: figures?.rated ?? 0,
      tickets: figures?.started ?? 0,
      avgWaitTime: averageMinutes(figures?.waitMs ?? 0, figures?.waits ?? 0),
      avgSupportTime: averageMinutes(figures?.supportMs ?? 0, figures?.supports ?? 0),
    }
  })
}

function messagesOf(ctx: CompanyContext, { from, to }: ReportPeriod): PeriodMessages {
  const count = (fromMe: 'true' | 'false') => countMessages(ctx, { fromMe, dateStart: from, dateEnd: to })
  return { received: count('false'), sent: count('true') }
}

const rounded = (value: number) => Math.round(value * 100) / 100
const percent = (part: number, whole: number) => (whole === 0 ? 0 : rounded((part / whole) * 100))
const averageMinutes = (sumMs: number, count: number) => (count === 0 ? 0 : rounded(sumMs / count / minuteMs))
