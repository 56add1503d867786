import * as v from 'valibot'
import { defineCalls } from '../kernel/calls'
import { MessageCount } from '../message/message.answers'
import { ticketStatuses } from '../ticket/ticket-status'
import { TicketView } from '../ticket/ticket.answers'
import {
  AttendanceReportQuery,
  ChartQuery,
  DashboardQuery,
  ExportAttendancesQuery,
  MomentsQuery,
} from './report.contract'

/** What a span of days brought. Averages are minutes; percentages have up to two decimals. */
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

/** And with it what is so now. */
export const DashboardCounters = v.object({
  ...PeriodCounters.entries,
  supportHappening: v.number(),
  supportPending: v.number(),
  supportGroups: v.number(),
  /** Closed without a question or asked and answered: all that could have been rated, and what still may be. */
  tickets: v.number(),
  waitRating: v.number(),
  /** Rated of all these, in percent. */
  percRating: v.number(),
})
export type DashboardCounters = v.InferOutput<typeof DashboardCounters>

export const AttendantRow = v.object({
  id: v.number(),
  name: v.string(),
  profileImage: v.nullable(v.string()),
  /** 1 to 5; 0 when nobody rated. */
  rating: v.number(),
  countRating: v.number(),
  /** Attendances begun. */
  tickets: v.number(),
  avgWaitTime: v.number(),
  avgSupportTime: v.number(),
  online: v.boolean(),
})
export type AttendantRow = v.InferOutput<typeof AttendantRow>

/** The company's days that are counted, first and last. */
export const CountedDays = v.object({ from: v.string(), to: v.string(), days: v.number() })
export type CountedDays = v.InferOutput<typeof CountedDays>

export const PeriodMessages = v.object({ received: MessageCount, sent: MessageCount })
export type PeriodMessages = v.InferOutput<typeof PeriodMessages>

export const Dashboard = v.object({
  counters: DashboardCounters,
  attendants: v.array(AttendantRow),
  messages: PeriodMessages,
  /** The same number of days before, to compare with. */
  previous: v.object({ counters: PeriodCounters, messages: PeriodMessages, period: CountedDays }),
  period: CountedDays,
})
export type Dashboard = v.InferOutput<typeof Dashboard>

/** Attendances begun, the busiest person first. */
export const TicketsOfUsers = v.object({
  data: v.array(v.object({ id: v.number(), name: v.string(), profileImage: v.string(), quantity: v.number() })),
})
export type TicketsOfUsers = v.InferOutput<typeof TicketsOfUsers>

/** Tickets begun, by day; by hour when one day is asked for. */
export const TicketsOfDays = v.object({
  count: v.number(),
  data: v.array(
    v.union([v.object({ total: v.number(), data: v.string() }), v.object({ total: v.number(), horario: v.number() })]),
  ),
})
export type TicketsOfDays = v.InferOutput<typeof TicketsOfDays>

export const AttendanceReportRow = v.object({
  id: v.number(),
  uuid: v.string(),
  whatsappName: v.string(),
  contactName: v.string(),
  userName: v.string(),
  queueName: v.string(),
  status: v.picklist(ticketStatuses),
  lastMessage: v.string(),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  /** Minutes from the attendance's start to the closing; null while it lasts. */
  supportTime: v.nullable(v.number()),
  NPS: v.nullable(v.number()),
})
export type AttendanceReportRow = v.InferOutput<typeof AttendanceReportRow>

export const AttendanceReport = v.object({
  tickets: v.array(AttendanceReportRow),
  totalTickets: v.object({ total: v.number() }),
})
export type AttendanceReport = v.InferOutput<typeof AttendanceReport>

export const reportCalls = defineCalls({
  'GET /dashboard': { query: DashboardQuery, answer: Dashboard },
  'GET /dashboard/ticketsUsers': { query: ChartQuery, answer: TicketsOfUsers },
  'GET /dashboard/ticketsDay': { query: ChartQuery, answer: TicketsOfDays },
  'GET /dashboard/moments': { query: MomentsQuery, answer: v.array(TicketView) },
  'GET /usersMoments': { answer: v.array(TicketView) },
  'GET /ticketreport/export': { query: ExportAttendancesQuery, answer: 'file' },
  'GET /ticketreport/reports': { query: AttendanceReportQuery, answer: AttendanceReport },
})

declare module '../kernel/live-events.contract' {
  interface LiveEvents {
    /** The figures have moved. Told to plain users only: admins hear of everything as it is. */
    dashboard: { action: 'update' }
  }
}
