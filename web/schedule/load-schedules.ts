import type { ContactView } from '../../src/contact/contact.answers'
import type { ScheduleCalendar, ScheduleView } from '../../src/schedule/schedule.calls'
import type { ApiClient } from '../api/api-client'
import { searchOf } from '../page/query-parameter'
import { fetchCalendar } from './calendar-model'
import type { ListPage } from '../live/list-items'
import { loadRecords, recordSource } from '../records/record-source'
import { matchesContactSearch } from '../../src/contact/list/contact-search.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { scheduleSortKey } from '../../src/schedule/schedule.contract'

export type SchedulesShown =
  { view: 'calendar'; calendar: ScheduleCalendar } | { view: 'list'; page: ListPage<ScheduleView> }

export interface SchedulesData {
  shown: SchedulesShown
  contact: ContactView | undefined
}

export async function loadSchedules(api: ApiClient, _: object, query: URLSearchParams): Promise<SchedulesData> {
  const contactId = Number(query.get('contactId'))
  const [shown, contact] = await Promise.all([
    loadShown(api, query),
    // A contact that cannot be loaded is chosen in the dialog.
    contactId > 0 ? api.get('/contacts/:id', { params: { id: contactId } }).catch(() => undefined) : undefined,
  ])
  return { shown, contact }
}

async function loadShown(api: ApiClient, query: URLSearchParams): Promise<SchedulesShown> {
  if (query.get('view') === 'list') return { view: 'list', page: await loadRecords(scheduleRecords, api, query) }
  return { view: 'calendar', calendar: await fetchCalendar(api, monthOf(query), searchOf(query)) }
}

function monthOf(query: URLSearchParams) {
  const month = query.get('month') ?? ''
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined
}

/** Pending ones first, by time; then finished ones, the latest first. */
export const scheduleRecords = recordSource('/schedules', {
  query: ({ last }) => ({ cursor: last && `${scheduleSortKey(last)}.${last.id}` }),
  compare: (a, b) => scheduleSortKey(a) - scheduleSortKey(b) || a.id - b.id,
  matches: ({ body, contact }, { search }) => matchesContactSearch(contact, search) || matchesSearch(body, search),
  live: 'schedule',
})
