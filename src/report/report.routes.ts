import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { Platform } from '../platform/platform'
import type { IsOnline } from '../user/present-user'
import { countTicketsOfDays, countTicketsOfUsers } from './count-started-tickets'
import { getDashboard } from './get-dashboard'
import { assertMayReport, getAttendanceReport, writeAttendanceReport } from './list-attendances'
import { exportAttendances } from './export-attendances'
import { listMoments } from './list-moments'
import { listTrends } from './list-trends'
import { summarizeAttendances } from './summarize-attendances'
import { createReportView, deleteReportView, listReportViews, updateReportView } from './report-views'
import { reportCalls } from './report.calls'
import { type AttendanceReportQuery, type MomentsQuery, reportPageMax } from './report.contract'

/** GET /usersMoments has no query. */
const everyMoment: MomentsQuery = {
  status: ['open', 'pending', 'group'],
  showAll: true,
  queueIds: undefined,
  dateStart: undefined,
  dateEnd: undefined,
  userId: undefined,
}

export function reportRoutes(guard: UserGuard, platform: Platform, isOnline: IsOnline = () => false) {
  const app = new Elysia({ name: 'report-routes' }).use(guard)
  return answerCalls(app, reportCalls, {
    'GET /dashboard': ({ ctx, query }) => getDashboard(ctx, query, isOnline),
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

/** Keeps the company open until the last row is written or the client disconnects. */
function streamed(platform: Platform, ctx: CompanyContext, query: AttendanceReportQuery) {
  const unpin = platform.files.pin(ctx.company.id)
  const texts = writeAttendanceReport(ctx, query)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await texts.next()
        if (!done) return controller.enqueue(encoder.encode(value))
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      unpin()
    },
    cancel() {
      unpin()
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
