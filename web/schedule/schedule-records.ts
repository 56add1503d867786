import { matchesContactSearch } from '../../src/contact/list/contact-search.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import { scheduleSortKey } from '../../src/schedule/schedule.contract'
import { recordSource } from '../records/record-source'

/** Pending ones first, by time; then finished ones, the latest first. */
export const scheduleRecords = recordSource('/schedules', {
  query: ({ last }) => ({ cursor: last && `${scheduleSortKey(last)}.${last.id}` }),
  compare: (a, b) => scheduleSortKey(a) - scheduleSortKey(b) || a.id - b.id,
  matches: ({ body, contact }, { search }) => matchesContactSearch(contact, search) || matchesSearch(body, search),
  live: 'schedule',
})
