import type { Domain } from '../platform/domain'
import { weeklyReportJob, weeklyReportReaction } from './weekly/weekly-report'
import { reportReactions } from './report.reactions'
import { reportCalls, PeriodCounters, type ReportView } from './report.calls'
import { isAdmin, actingUserId, type Actor } from '../kernel/company/actor'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import { streamPieces } from '../kernel/http/stream-pieces'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { Platform } from '../platform/platform'
import type { IsOnline } from '../user/present-user'
import { countTicketsOfDays, countTicketsOfUsers } from './count-started-tickets'
import { getDashboard } from './get-dashboard'
import { assertMayReport, getAttendanceReport, writeAttendanceReport } from './list-attendances'
import { countedDays, periodOf } from './report-period'
import { sumSlaResults } from '../sla/sla-report.view'
import { exportAttendances } from './export-attendances'
import { listTrends } from './list-trends'
import { summarizeAttendances } from './summarize-attendances'
import {
  type AttendanceReportQuery,
  type MomentsQuery,
  reportPageMax,
  momentsDays,
  type ReportViewBody,
  reportViewsMax,
} from './report.contract'
import { addDays } from '../kernel/time/calendar-days'
import { refuse, required } from '../kernel/errors'
import { boundsOfDay, localDay, timeZoneOf } from '../kernel/time/time-zone'
import { listTicketIds } from '../ticket/list/list-tickets'
import { presentTickets } from '../ticket/list/present-ticket.view'
import type { TicketView } from '../ticket/ticket.answers'
import { ticketScope } from '../ticket/list/ticket-scope'
import { countedStatuses } from '../ticket/ticket-status'
import { and, eq } from 'drizzle-orm'
import { reportViewTable } from './report.tables'
import { hasDashboardReader } from '../user/user.queries'
import { type LivePresenter, publishNow } from '../kernel/live/live'

/** Subscribed by plain users who may see the company's figures. */
const dashboardTopic = 'dashboard'

const moving = /^(ticket\.(?!read|accessed|updated)|message\.(received|sent)|contact\.(created|merged|unmerged))/

const reportLive: LivePresenter = {
  on: (type) => moving.test(type),
  present(ctx, events) {
    if (!hasDashboardReader(ctx)) return []
    const number = events.at(-1)?.number ?? 0
    return [{ topics: [dashboardTopic], event: 'dashboard', number, data: { action: 'update' } }]
  },
}

/** Unrecorded, because online status is one of the figures. */
export function publishDashboardUpdate(ctx: CompanyContext) {
  publishNow(ctx, { topics: [dashboardTopic], event: 'dashboard', data: { action: 'update' } })
}

export const reportDomain = {
  name: 'report',
  calls: reportCalls,
  views: { PeriodCounters },
  routes: ({ guard, platform, isOnline }) => reportRoutes(guard, platform, isOnline),
  reactions: [...reportReactions, weeklyReportReaction],
  jobs: { 'report.weekly': weeklyReportJob },
  presenters: [reportLive],
  topics: (_, actor) => (!isAdmin(actor) && actor.showDashboard ? [dashboardTopic] : []),
} satisfies Domain

const momentsMax = 400

/** GET /usersMoments has no query. */
const everyMoment: MomentsQuery = {
  status: ['open', 'pending', 'group'],
  showAll: true,
  queueIds: undefined,
  dateStart: undefined,
  dateEnd: undefined,
  userId: undefined,
}

function reportRoutes(guard: UserGuard, platform: Platform, isOnline: IsOnline = () => false) {
  const app = new Elysia({ name: 'report-routes' }).use(guard)
  return answerCalls(app, reportCalls, {
    'GET /dashboard': ({ ctx, query }) => getDashboard(ctx, query, isOnline),
    'GET /sla/report': ({ ctx, query: { days, date_from, date_to } }) => {
      assertMayReport(ctx)
      const period = periodOf(ctx, { days, from: date_from, to: date_to })
      return { period: countedDays(period), ...sumSlaResults(ctx, period) }
    },
    'GET /dashboard/ticketsUsers': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return countTicketsOfUsers(ctx, query)
    },
    'GET /dashboard/ticketsDay': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return countTicketsOfDays(ctx, query)
    },
    'GET /dashboard/trends': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return listTrends(ctx, query)
    },
    'GET /dashboard/moments': ({ ctx, query }) => listMoments(ctx, query),
    'GET /usersMoments': ({ ctx }) => listMoments(ctx, everyMoment),
    'GET /ticketreport/export': ({ ctx, query }) => exportAttendances(ctx, query),
    'GET /ticketreport/summary': ({ ctx, query }) => summarizeAttendances(ctx, query),
    'GET /ticketreport/views': ({ ctx }) => listReportViews(ctx),
    'POST /ticketreport/views': ({ ctx, body }) => createReportView(ctx, body),
    'PUT /ticketreport/views/:id': ({ ctx, params, body }) => updateReportView(ctx, params.id, body),
    'DELETE /ticketreport/views/:id': ({ ctx, params }) => deleteReportView(ctx, params.id),
    'GET /ticketreport/reports': ({ ctx, query }) => {
      assertMayReport(ctx)
      return query.pageSize > reportPageMax ? streamed(platform, ctx, query) : getAttendanceReport(ctx, query)
    },
  })
}

/** Keeps the company open to the end. */
function streamed(platform: Platform, ctx: CompanyContext, query: AttendanceReportQuery) {
  const unpin = platform.files.pin(ctx.company.id)
  const body = streamPieces(encoded(writeAttendanceReport(ctx, query)), unpin)
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

async function* encoded(texts: AsyncGenerator<string>) {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** Last updated first, limited to `ticketScope`. */
function listMoments(ctx: CompanyContext, query: MomentsQuery): TicketView[] {
  if (!canSeeMoments(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const { showAll, queueIds, status, userId } = query
  const requestedStatuses = status.flatMap(countedStatuses)
  const chosen = queueIds?.length === 0 ? undefined : queueIds
  const scope = ticketScope(ctx.actor, { tab: 'search', showAll, queueIds: chosen }).map((branch) => ({
    ...branch,
    statuses: branch.statuses.filter((one) => requestedStatuses.includes(one)),
  }))
  return presentTickets(ctx, listTicketIds(ctx, scope, { userId, ...windowOf(ctx, query) }, momentsMax))
}

function windowOf(ctx: CompanyContext, { dateStart, dateEnd }: MomentsQuery) {
  const timeZone = timeZoneOf(ctx)
  const last = dateEnd ?? localDay(ctx.now, timeZone)
  const earliest = addDays(last, -momentsDays)
  const first = dateStart !== undefined && dateStart > earliest ? dateStart : earliest
  if (first > last) refuse('ERR_INVALID_INPUT', { fields: { dateEnd: 'endBeforeStart' } })
  const { startMs } = boundsOfDay(first, timeZone)
  return { from: new Date(startMs), until: new Date(boundsOfDay(last, timeZone).endMs) }
}

function ownerOf(ctx: CompanyContext) {
  assertMayReport(ctx)
  return actingUserId(ctx.actor) ?? refuse('ERR_NO_PERMISSION')
}

const columns = { id: reportViewTable.id, name: reportViewTable.name, query: reportViewTable.query }
const ownView = (userId: number, id: number) => and(eq(reportViewTable.userId, userId), eq(reportViewTable.id, id))

function listReportViews(ctx: CompanyContext): ReportView[] {
  const views = ctx.db
    .select(columns)
    .from(reportViewTable)
    .where(eq(reportViewTable.userId, ownerOf(ctx)))
    .all()
  return views.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}

/** @throws Refusal ERR_INVALID_INPUT for too many */
function createReportView(ctx: CompanyContext, body: ReportViewBody): ReportView {
  const userId = ownerOf(ctx)
  return ctx.transaction(() => {
    if (listReportViews(ctx).length >= reportViewsMax) refuse('ERR_INVALID_INPUT', { fields: { name: 'tooMany' } })
    const values = { ...body, userId, createdAt: ctx.now, updatedAt: ctx.now }
    return ctx.db.insert(reportViewTable).values(values).returning(columns).get()
  })
}

function updateReportView(ctx: CompanyContext, id: number, change: Partial<ReportViewBody>): ReportView {
  const userId = ownerOf(ctx)
  const changed = ctx.transaction(() =>
    ctx.db
      .update(reportViewTable)
      .set({ ...change, updatedAt: ctx.now })
      .where(ownView(userId, id))
      .returning(columns)
      .get(),
  )
  return required(changed, 'ERR_NOT_FOUND')
}

function deleteReportView(ctx: CompanyContext, id: number) {
  const userId = ownerOf(ctx)
  const deleted = ctx.transaction(() =>
    ctx.db.delete(reportViewTable).where(ownView(userId, id)).returning({ id: reportViewTable.id }).get(),
  )
  required(deleted, 'ERR_NOT_FOUND')
  return { ok: true as const }
}

function canSeeMoments(actor: Actor) {
  return isAdmin(actor) || actor.allowRealTime
}
