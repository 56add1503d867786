import { searchLengthMax } from '../../../src/kernel/text/search-words.contract'
import { ticketStatuses, type TicketStatus } from '../../../src/ticket/ticket-status'

export const pageSizes = [5, 10, 20, 50] as const
const defaultPageSize = 10

/** The report's filters and page, stored in the address. */
export interface AttendanceQuery {
  searchParam: string
  contactId: number | null
  whatsappId: readonly number[]
  users: readonly number[]
  queueIds: readonly number[]
  status: readonly TicketStatus[]
  dateFrom: string
  dateTo: string
  onlyRated: boolean
  /** Also messages of campaigns and imported histories, which nobody attended. */
  withUnattended: boolean
  page: number
  pageSize: number
}

/** Without dates in the address: from the first day of the month to today. `today` is YYYY-MM-DD. */
export function readAttendanceQuery(address: URLSearchParams, today: string): AttendanceQuery {
  const ids = (name: string) => (address.get(name) ?? '').split(',').map(Number).filter(isId)
  const contactId = Number(address.get('contactId'))
  const page = Number(address.get('page'))
  const pageSize = Number(address.get('pageSize'))
  return {
    searchParam: (address.get('searchParam') ?? '').slice(0, searchLengthMax),
    contactId: isId(contactId) ? contactId : null,
    whatsappId: ids('whatsappId'),
    users: ids('users'),
    queueIds: ids('queueIds'),
    status: ticketStatuses.filter((status) => address.get('status')?.split(',').includes(status)),
    dateFrom: dayIn(address, 'dateFrom') ?? `${today.slice(0, 8)}01`,
    dateTo: dayIn(address, 'dateTo') ?? today,
    onlyRated: address.get('onlyRated') === 'true',
    withUnattended: address.get('withUnattended') === 'true',
    page: isId(page) ? page : 1,
    pageSize: pageSizes.find((size) => size === pageSize) ?? defaultPageSize,
  }
}

export function addressOf(query: AttendanceQuery): URLSearchParams {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '' && text !== 'false' && !(name === 'page' && text === '1')) address.set(name, text)
  }
  return address
}

/** Returns the filters without the page, as the calls take them. */
export function filterOf({ page, pageSize, ...filter }: AttendanceQuery) {
  return filter
}

const isId = (number: number) => Number.isSafeInteger(number) && number > 0

function dayIn(address: URLSearchParams, name: string) {
  const day = address.get(name)
  if (day === '') return ''
  return day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined
}
