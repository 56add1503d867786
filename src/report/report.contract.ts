import * as v from 'valibot'
import { daysBetween } from '../kernel/calendar-days'
import {
  listUpTo,
  CompanyIdText,
  DayText,
  IdList,
  IdText,
  orEmpty,
  SearchParam,
  TextList,
  YesText,
} from '../kernel/request-parts'
import { ticketStatuses, type TicketStatus } from '../ticket/ticket-status'
import type { MessageCount } from '../message/message.answers'

/** As far as one look reaches. */
export const reportDaysMax = 366
/** What a look shows that names no days. */
export const reportDaysDefault = 30
export const momentsDays = 30

const Day = orEmpty(DayText)

export const isReportDay = (text: string) => v.is(DayText, text)

/** True also where either of the days is missing. */
export function isInOrder(from: string | undefined, to: string | undefined) {
  return !from || !to || from <= to
}

/** Whether the period is no longer than a look reaches; true also where either of its days is missing. */
export function isInReach(from: string | undefined, to: string | undefined) {
  return !from || !to || daysBetween(from, to) < reportDaysMax
}

/** GET /dashboard: the last so many days, today included, or from one day to another (until today without an end). */
export const DashboardQuery = v.pipe(
  v.object({
    days: orEmpty(
      v.pipe(
        v.string(),
        v.toNumber('integer'),
        v.integer('integer'),
        v.minValue(1, 'tooSmall'),
        v.maxValue(reportDaysMax, 'periodTooLong'),
      ),
    ),
    date_from: Day,
    date_to: Day,
  }),
  v.forward(
    v.partialCheck([['date_from'], ['date_to']], (days) => isInOrder(days.date_from, days.date_to), 'endBeforeStart'),
    ['date_to'],
  ),
  v.forward(
    v.partialCheck([['date_from'], ['date_to']], (days) => isInReach(days.date_from, days.date_to), 'periodTooLong'),
    ['date_to'],
  ),
)
export type DashboardQuery = v.InferOutput<typeof DashboardQuery>

/** GET /dashboard/ticketsUsers and /dashboard/ticketsDay. */
export const ChartQuery = v.pipe(
  v.object({ initialDate: Day, finalDate: Day, companyId: CompanyIdText }),
  v.forward(
    v.partialCheck(
      [['initialDate'], ['finalDate']],
      (days) => isInOrder(days.initialDate, days.finalDate),
      'endBeforeStart',
    ),
    ['finalDate'],
  ),
  v.forward(
    v.partialCheck(
      [['initialDate'], ['finalDate']],
      (days) => isInReach(days.initialDate, days.finalDate),
      'periodTooLong',
    ),
    ['finalDate'],
  ),
)
export type ChartQuery = v.InferOutput<typeof ChartQuery>

/** What a span of days brought. Averages are minutes; percentages have up to two decimals. */
export interface PeriodCounters {
  supportFinished: number
  leads: number
  avgSupportTime: number
  avgWaitTime: number
  activeTickets: number
  passiveTickets: number
  npsScore: number
  npsPromotersPerc: number
  npsPassivePerc: number
  npsDetractorsPerc: number
  withRating: number
  withoutRating: number
}

/** And with it what is so now. */
export interface DashboardCounters extends PeriodCounters {
  supportHappening: number
  supportPending: number
  supportGroups: number
  /** Closed without a question or asked and answered: all that could have been rated, and what still may be. */
  tickets: number
  waitRating: number
  /** Rated of all these, in percent. */
  percRating: number
}

export interface AttendantRow {
  id: number
  name: string
  profileImage: string | null
  /** 1 to 5; 0 when nobody rated. */
  rating: number
  countRating: number
  /** Attendances begun. */
  tickets: number
  avgWaitTime: number
  avgSupportTime: number
  online: boolean
}

/** The answer of GET /dashboard. */
export interface Dashboard {
  counters: DashboardCounters
  attendants: AttendantRow[]
  messages: PeriodMessages
  /** The same number of days before, to compare with. */
  previous: { counters: PeriodCounters; messages: PeriodMessages; period: CountedDays }
  period: CountedDays
}

/** The company's days that are counted, first and last. */
export interface CountedDays {
  from: string
  to: string
  days: number
}

export interface PeriodMessages {
  received: MessageCount
  sent: MessageCount
}

/** GET /dashboard/ticketsUsers: attendances begun, the busiest person first. */
export interface TicketsOfUsers {
  data: { id: number; name: string; profileImage: string; quantity: number }[]
}

/** GET /dashboard/ticketsDay: tickets begun, by day; by hour when one day is asked for. */
export interface TicketsOfDays {
  count: number
  data: ({ total: number; data: string } | { total: number; horario: number })[]
}

/** GET /dashboard/moments: the live panel. Without statuses those in hand; without queues all that the asker may see. */
export const MomentsQuery = v.object({
  status: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketStatuses, 'status'), 20)), 'open,pending,group'),
  showAll: v.optional(YesText, 'false'),
  queueIds: v.optional(IdList),
  dateStart: Day,
  dateEnd: Day,
  userId: orEmpty(IdText),
})
export type MomentsQuery = v.InferOutput<typeof MomentsQuery>

/** A page of this size is answered in one piece; more is streamed. */
export const reportPageMax = 1000

/** GET /ticketreport/reports. A page size beyond the largest page asks for every row. */
export const AttendanceReportQuery = v.pipe(
  v.object({
    searchParam: SearchParam,
    contactId: orEmpty(IdText),
    whatsappId: v.optional(IdList, ''),
    users: v.optional(IdList, ''),
    queueIds: v.optional(IdList, ''),
    status: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketStatuses, 'status'), 20)), ''),
    dateFrom: Day,
    dateTo: Day,
    page: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), '1'),
    pageSize: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(9_999_999)), '10'),
    onlyRated: v.optional(YesText, 'false'),
  }),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => isInOrder(days.dateFrom, days.dateTo), 'endBeforeStart'),
    ['dateTo'],
  ),
)
export type AttendanceReportQuery = v.InferOutput<typeof AttendanceReportQuery>

export interface AttendanceReportRow {
  id: number
  uuid: string
  whatsappName: string
  contactName: string
  userName: string
  queueName: string
  status: TicketStatus
  lastMessage: string
  createdAt: string
  closedAt: string | null
  /** Minutes from the attendance's start to the closing; null while it lasts. */
  supportTime: number | null
  NPS: number | null
}

export interface AttendanceReport {
  tickets: AttendanceReportRow[]
  totalTickets: { total: number }
}
