import * as v from 'valibot'
import { channelNames } from '../channel/channel-rules.contract'
import { defineCalls, Done } from '../kernel/http/calls'
import { IdParams } from '../kernel/http/request-parts'
import { MessageCount } from '../message/message.answers'
import { SlaReport } from '../sla/sla-report.answers'
import { ticketStatuses } from '../ticket/ticket-status'
import { TicketView } from '../ticket/ticket.answers'
import {
  attendanceGroups,
  AttendanceReportQuery,
  AttendanceSummaryQuery,
  ChartQuery,
  DashboardQuery,
  ExportAttendancesQuery,
  MomentsQuery,
  ReportViewBody,
  UpdateReportViewBody,
} from './report.contract'

/** Averages in minutes; percentages with two decimals. */
export const PeriodCounters = v.object({
  supportFinished: v.number(),
  leads: v.number(),
  avgSupportTime: v.number(),
  avgWaitTime: v.number(),
  activeTickets: v.number(),
  passiveTickets: v.number(),
  npsScore: v.number(),
  npsPromotersPerc: v.number(),
  npsPassivePerc: v.number(),
  npsDetractorsPerc: v.number(),
  withRating: v.number(),
  withoutRating: v.number(),
})
export type PeriodCounters = v.InferOutput<typeof PeriodCounters>

export const DashboardCounters = v.object({
  ...PeriodCounters.entries,
  supportHappening: v.number(),
  supportPending: v.number(),
  supportGroups: v.number(),
  tickets: v.number(),
  waitRating: v.number(),
  percRating: v.number(),
})
export type DashboardCounters = v.InferOutput<typeof DashboardCounters>

export const AttendantRow = v.object({
  id: v.number(),
  name: v.string(),
  profileImage: v.nullable(v.string()),
  /** 1 to 5; 0 without. */
  rating: v.number(),
  countRating: v.number(),
  tickets: v.number(),
  avgWaitTime: v.number(),
  avgSupportTime: v.number(),
  online: v.boolean(),
})
export type AttendantRow = v.InferOutput<typeof AttendantRow>

export const CountedDays = v.object({ from: v.string(), to: v.string(), days: v.number() })
export type CountedDays = v.InferOutput<typeof CountedDays>

export const PeriodMessages = v.object({ received: MessageCount, sent: MessageCount })
export type PeriodMessages = v.InferOutput<typeof PeriodMessages>

export const Dashboard = v.object({
  counters: DashboardCounters,
  /** How many of those in attendance and waiting are snoozed. The tabs of the inbox count these apart. */
  snoozed: v.object({ open: v.number(), pending: v.number() }),
  attendants: v.array(AttendantRow),
  messages: PeriodMessages,
  previous: v.object({ counters: PeriodCounters, messages: PeriodMessages, period: CountedDays }),
  period: CountedDays,
})
export type Dashboard = v.InferOutput<typeof Dashboard>

export const TicketsOfUsers = v.object({
  data: v.array(v.object({ id: v.number(), name: v.string(), profileImage: v.string(), quantity: v.number() })),
})
export type TicketsOfUsers = v.InferOutput<typeof TicketsOfUsers>

export const TicketsOfDays = v.object({
  count: v.number(),
  data: v.array(
    v.union([v.object({ total: v.number(), data: v.string() }), v.object({ total: v.number(), horario: v.number() })]),
  ),
})
export type TicketsOfDays = v.InferOutput<typeof TicketsOfDays>

export const TrendPoint = v.object({
  /** YYYY-MM-DD, or HH. */
  at: v.string(),
  started: v.number(),
  active: v.number(),
  passive: v.number(),
  finished: v.number(),
  leads: v.number(),
  /** Minutes; 0 without any. */
  avgSupportTime: v.number(),
  avgWaitTime: v.number(),
  received: v.number(),
  sent: v.number(),
})
export type TrendPoint = v.InferOutput<typeof TrendPoint>

export const Trends = v.object({ by: v.picklist(['day', 'hour']), points: v.array(TrendPoint) })
export type Trends = v.InferOutput<typeof Trends>

export const AttendanceReportRow = v.object({
  id: v.number(),
  uuid: v.string(),
  whatsappName: v.string(),
  channel: v.picklist(channelNames),
  contactName: v.string(),
  userName: v.string(),
  queueName: v.string(),
  status: v.picklist(ticketStatuses),
  lastMessage: v.string(),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  /** Minutes to closing; null while open. */
  supportTime: v.nullable(v.number()),
  NPS: v.nullable(v.number()),
})
export type AttendanceReportRow = v.InferOutput<typeof AttendanceReportRow>

/** Over all pages. Averages are null where nothing was attended or rated. */
const AttendanceTotals = v.object({
  total: v.number(),
  closed: v.number(),
  supportTime: v.nullable(v.number()),
  rated: v.number(),
  /** 1 to 5, one decimal. */
  rating: v.nullable(v.number()),
})
export type AttendanceTotals = v.InferOutput<typeof AttendanceTotals>

export const AttendanceReport = v.object({
  tickets: v.array(AttendanceReportRow),
  totalTickets: AttendanceTotals,
})
export type AttendanceReport = v.InferOutput<typeof AttendanceReport>

export const AttendanceSummaryRow = v.object({
  /** 0 for none; null for days. */
  id: v.nullable(v.number()),
  name: v.string(),
  color: v.nullable(v.string()),
  /** Null in groups that are not of time. */
  days: v.nullable(CountedDays),
  totals: AttendanceTotals,
  previous: v.nullable(v.number()),
})
export type AttendanceSummaryRow = v.InferOutput<typeof AttendanceSummaryRow>

export const AttendanceSummary = v.object({
  /** Long periods are by month. */
  groupBy: v.picklist([...attendanceGroups, 'month']),
  totals: AttendanceTotals,
  /** Null without a start. */
  previous: v.nullable(v.object({ period: CountedDays, totals: AttendanceTotals })),
  rows: v.array(AttendanceSummaryRow),
})
export type AttendanceSummary = v.InferOutput<typeof AttendanceSummary>

export const ReportView = v.object({ id: v.number(), name: v.string(), query: v.string() })
export type ReportView = v.InferOutput<typeof ReportView>

export const reportCalls = defineCalls({
  'GET /dashboard': { query: DashboardQuery, answer: Dashboard },
  'GET /sla/report': { query: DashboardQuery, answer: SlaReport },
  'GET /dashboard/ticketsUsers': { query: ChartQuery, answer: TicketsOfUsers },
  'GET /dashboard/ticketsDay': { query: ChartQuery, answer: TicketsOfDays },
  'GET /dashboard/trends': { query: ChartQuery, answer: Trends },
  'GET /dashboard/moments': { query: MomentsQuery, answer: v.array(TicketView) },
  'GET /usersMoments': { answer: v.array(TicketView) },
  'GET /ticketreport/export': { query: ExportAttendancesQuery, answer: 'file' },
  'GET /ticketreport/summary': { query: AttendanceSummaryQuery, answer: AttendanceSummary },
  'GET /ticketreport/views': { answer: v.array(ReportView) },
  'POST /ticketreport/views': { body: ReportViewBody, answer: ReportView },
  'PUT /ticketreport/views/:id': { params: IdParams, body: UpdateReportViewBody, answer: ReportView },
  'DELETE /ticketreport/views/:id': { params: IdParams, answer: Done },
  'GET /ticketreport/reports': { query: AttendanceReportQuery, answer: AttendanceReport },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    /** Only for plain users: admins receive the events. */
    dashboard: { action: 'update' }
  }
}
