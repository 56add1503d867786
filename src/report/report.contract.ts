import * as v from 'valibot'
import { ExportId } from '../kernel/spreadsheet/write/export-progress.contract'
import { daysBetween } from '../kernel/time/calendar-days'
import {
  listUpTo,
  numberListUpTo,
  CompanyIdText,
  DayText,
  IdList,
  IdText,
  orEmpty,
  SearchParam,
  TextList,
  YesText,
} from '../kernel/http/request-parts'
import { nameText } from '../kernel/text/name-text.contract'
import { ticketStatuses, type TicketStatus } from '../ticket/ticket-status'

export const reportDaysMax = 366
export const reportDaysDefault = 30
export const momentsDays = 30

const Day = orEmpty(DayText)

export const isReportDay = (text: string) => v.is(DayText, text)

export function isInOrder(from: string | undefined, to: string | undefined) {
  return !from || !to || from <= to
}

export function isInReach(from: string | undefined, to: string | undefined) {
  return !from || !to || daysBetween(from, to) < reportDaysMax
}

/** A number of days up to today. */
export const ReportDays = v.pipe(
  v.number('integer'),
  v.integer('integer'),
  v.minValue(1, 'tooSmall'),
  v.maxValue(reportDaysMax, 'periodTooLong'),
)

/** GET /dashboard: the last days including today, or from one day to another (to today by default). */
export const DashboardQuery = v.pipe(
  v.object({
    days: orEmpty(v.pipe(v.string(), v.toNumber('integer'), ReportDays)),
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

/** GET /dashboard/moments: the live panel. By default all active tickets in all visible queues. */
export const MomentsQuery = v.object({
  status: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketStatuses, 'status'), 20)), 'open,pending,group'),
  showAll: v.optional(YesText, 'false'),
  queueIds: v.optional(IdList),
  dateStart: Day,
  dateEnd: Day,
  userId: orEmpty(IdText),
})
export type MomentsQuery = v.InferOutput<typeof MomentsQuery>

/** Larger pages are streamed. */
export const reportPageMax = 1000

/** In filters stands for tickets without such a record. */
export const noRecord = 0
const IdsOrNone = v.optional(numberListUpTo(v.pipe(v.number(), v.safeInteger(), v.minValue(noRecord)), 500), '')

export const countedDates = ['opened', 'resolved'] as const
export const ticketStarters = ['company', 'contact'] as const
export const attendanceGroups = ['day', 'queue', 'user', 'connection', 'tag'] as const
export type AttendanceGroup = (typeof attendanceGroups)[number]
/** 0: none. */
export const filteredRatings = [0, 1, 2, 3, 4, 5] as const

const attendanceFilter = {
  searchParam: SearchParam,
  contactId: orEmpty(IdText),
  whatsappId: IdsOrNone,
  users: IdsOrNone,
  queueIds: IdsOrNone,
  /** Any of them, on the contact or, for lanes, on the ticket. */
  tags: IdsOrNone,
  counts: orEmpty(v.picklist(countedDates)),
  startedBy: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketStarters), 2)), ''),
  ratings: v.optional(numberListUpTo(v.picklist(filteredRatings), 6), ''),
  status: v.optional(v.pipe(TextList, listUpTo(v.picklist(ticketStatuses, 'status'), 20)), ''),
  dateFrom: Day,
  dateTo: Day,
  onlyRated: v.optional(YesText, 'false'),
  /** Messages of campaigns, imported histories, blocked contacts. */
  withUnattended: v.optional(YesText, 'false'),
}

/** A page size above the maximum requests every row. */
export const AttendanceReportQuery = v.pipe(
  v.object({
    ...attendanceFilter,
    page: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), '1'),
    pageSize: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(9_999_999)), '10'),
  }),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => isInOrder(days.dateFrom, days.dateTo), 'endBeforeStart'),
    ['dateTo'],
  ),
)
export type AttendanceReportQuery = v.InferOutput<typeof AttendanceReportQuery>

export const ExportAttendancesQuery = v.pipe(
  v.object({ ...attendanceFilter, format: v.optional(v.picklist(['xlsx', 'csv']), 'xlsx'), exportId: ExportId }),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => isInOrder(days.dateFrom, days.dateTo), 'endBeforeStart'),
    ['dateTo'],
  ),
)
export type ExportAttendancesQuery = v.InferOutput<typeof ExportAttendancesQuery>

export const AttendanceSummaryQuery = v.pipe(
  v.object({ ...attendanceFilter, groupBy: v.optional(v.picklist(attendanceGroups), 'day') }),
  v.forward(
    v.partialCheck([['dateFrom'], ['dateTo']], (days) => isInOrder(days.dateFrom, days.dateTo), 'endBeforeStart'),
    ['dateTo'],
  ),
)
export type AttendanceSummaryQuery = v.InferOutput<typeof AttendanceSummaryQuery>
export type AttendanceFilter = Omit<ExportAttendancesQuery, 'format' | 'exportId'>

export const reportViewsMax = 50
/** `query`: of the report's address. */
export const ReportViewBody = v.object({
  name: nameText(1, 60),
  query: v.pipe(v.string(), v.maxLength(4000, 'tooLong')),
})
export type ReportViewBody = v.InferOutput<typeof ReportViewBody>
export const UpdateReportViewBody = v.partial(ReportViewBody)

type Statuses = Record<TicketStatus, string>

export const attendanceStatusesPt: Statuses = {
  open: 'Em atendimento',
  pending: 'Aguardando',
  closed: 'Resolvido',
  group: 'Grupo',
  nps: 'Aguardando avaliação',
  lgpd: 'Aguardando LGPD',
}
export const attendanceStatusesEn: Statuses = {
  open: 'Open',
  pending: 'Waiting',
  closed: 'Resolved',
  group: 'Group',
  nps: 'Waiting for rating',
  lgpd: 'Waiting for consent',
}
export const attendanceStatusesEs: Statuses = {
  open: 'En curso',
  pending: 'En espera',
  closed: 'Resuelta',
  group: 'Grupo',
  nps: 'Esperando evaluación',
  lgpd: 'Esperando consentimiento',
}
