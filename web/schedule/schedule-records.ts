import { matchesContactSearch } from '../../src/contact/list/contact-search.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { scheduleSortKey } from '../../src/schedule/schedule.contract'
import type { RecordSource } from '../records/record-source'

/** Pending ones first, by time; then finished ones, the latest first. */
export const scheduleRecords: RecordSource<ScheduleView> = {
  async fetchPage(api, { search, last, signal }) {
    const cursor = last && `${scheduleSortKey(last)}.${last.id}`
    const page = await api.get('/schedules', { query: { searchParam: search, cursor }, signal })
    return { items: page.schedules, hasMore: page.hasMore, count: page.count }
  },
  compare: (a, b) => scheduleSortKey(a) - scheduleSortKey(b) || a.id - b.id,
  matches: ({ body, contact }, { search }) => matchesContactSearch(contact, search) || matchesSearch(body, search),
  live: 'schedule',
}
