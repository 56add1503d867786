import { addDays } from '../../../src/schedule/schedule-calendar.contract'
import { keysOf } from '../../../src/kernel/typed-object.contract'
import { searchLengthMax } from '../../../src/kernel/text/search-words.contract'
import {
  type AttendanceGroup,
  attendanceGroups,
  countedDates,
  filteredRatings,
  ticketStarters,
} from '../../../src/report/report.contract'
import { ticketStatuses, type TicketStatus } from '../../../src/ticket/ticket-status'

export const pageSizes = [5, 10, 20, 50] as const

export const periods = ['thisMonth', 'lastMonth', 'today', 'last7', 'last30'] as const
export type Period = (typeof periods)[number]

export interface AttendanceQuery {
  searchParam: string
  contactId: number | null
  /** In these lists of ids, 0 stands for tickets without one. */
  whatsappId: readonly number[]
  users: readonly number[]
  queueIds: readonly number[]
  tags: readonly number[]
  status: readonly TicketStatus[]
  startedBy: readonly (typeof ticketStarters)[number][]
  ratings: readonly (typeof filteredRatings)[number][]
  /** Empty for dates of its own. */
  period: Period | ''
  dateFrom: string
  dateTo: string
  counts: (typeof countedDates)[number] | ''
  onlyRated: boolean
  /** Also messages of campaigns and imported histories, which nobody attended. */
  withUnattended: boolean
  groupBy: AttendanceGroup
  page: number
  pageSize: number
}

export const allAttendances: AttendanceQuery = {
  searchParam: '',
  contactId: null,
  whatsappId: [],
  users: [],
  queueIds: [],
  tags: [],
  status: [],
  startedBy: [],
  ratings: [],
  period: '',
  dateFrom: '',
  dateTo: '',
  counts: '',
  onlyRated: false,
  withUnattended: false,
  groupBy: 'day',
  page: 1,
  pageSize: 10,
}

/** `today` is YYYY-MM-DD. */
export function daysOfPeriod(period: Period, today: string) {
  const first = `${today.slice(0, 8)}01`
  const lastOfBefore = addDays(first, -1)
  const days = {
    thisMonth: [first, today],
    lastMonth: [`${lastOfBefore.slice(0, 8)}01`, lastOfBefore],
    today: [today, today],
    last7: [addDays(today, -6), today],
    last30: [addDays(today, -29), today],
  } as const
  const [dateFrom, dateTo] = days[period]
  return { period, dateFrom, dateTo }
}

/** Without dates in the address: this month. */
export function readAttendanceQuery(address: URLSearchParams, today: string): AttendanceQuery {
  const texts = (name: string) => (address.get(name) ?? '').split(',').filter((text) => text !== '')
  const ids = (name: string) =>
    texts(name)
      .map(Number)
      .filter((id) => id === 0 || isId(id))
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === address.get(name))
  const contactId = Number(address.get('contactId'))
  const page = Number(address.get('page'))
  const pageSize = Number(address.get('pageSize'))
  return {
    searchParam: (address.get('searchParam') ?? '').slice(0, searchLengthMax),
    contactId: isId(contactId) ? contactId : null,
    whatsappId: ids('whatsappId'),
    users: ids('users'),
    queueIds: ids('queueIds'),
    tags: ids('tags'),
    status: ticketStatuses.filter((status) => texts('status').includes(status)),
    startedBy: ticketStarters.filter((starter) => texts('startedBy').includes(starter)),
    ratings: filteredRatings.filter((rating) => texts('ratings').includes(String(rating))),
    ...readDays(address, today),
    counts: one('counts', countedDates) ?? '',
    onlyRated: address.get('onlyRated') === 'true',
    withUnattended: address.get('withUnattended') === 'true',
    groupBy: one('groupBy', attendanceGroups) ?? allAttendances.groupBy,
    page: isId(page) ? page : 1,
    pageSize: pageSizes.find((size) => size === pageSize) ?? allAttendances.pageSize,
  }
}

function readDays(address: URLSearchParams, today: string): Pick<AttendanceQuery, 'period' | 'dateFrom' | 'dateTo'> {
  const [from, to] = [dayIn(address, 'dateFrom'), dayIn(address, 'dateTo')]
  const period = daysOfPeriod(periods.find((known) => known === address.get('period')) ?? 'thisMonth', today)
  if (from === undefined && to === undefined) return period
  return { period: '', dateFrom: from ?? period.dateFrom, dateTo: to ?? period.dateTo }
}

export function addressOf(query: AttendanceQuery): URLSearchParams {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const isDate = name === 'dateFrom' || name === 'dateTo'
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    const usual = String(allAttendances[name as keyof AttendanceQuery] ?? '')
    // An empty date is no limit, a missing one means this month.
    if (isDate ? query.period === '' : text !== usual) address.set(name, text)
  }
  return address
}

/** Returns the filters without the page, as the calls take them. */
export function filterOf({ page, pageSize, groupBy, period, ...filter }: AttendanceQuery) {
  return filter
}

export function countFilters(query: AttendanceQuery) {
  const { dateFrom, dateTo, ...filters } = filterOf(query)
  const isUsual = (name: keyof typeof filters) => String(filters[name]) === String(allAttendances[name])
  return keysOf(filters).filter((name) => !isUsual(name)).length
}

const isId = (number: number) => Number.isSafeInteger(number) && number > 0

function dayIn(address: URLSearchParams, name: string) {
  const day = address.get(name)
  if (day === '') return ''
  return day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined
}
