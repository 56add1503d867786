import type { SchedulePage, ScheduleView } from '../../src/schedule/schedule.calls'
import { scheduleSortKey } from '../../src/schedule/schedule.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'
import { matchesContactSearch } from '../../src/contact/contact-search.contract'
import { matchesSearch } from '../../src/kernel/search-words.contract'

export type ScheduleList = LiveList<ScheduleView, number>

export function fetchSchedules(api: ApiClient, searchParam = '', last?: ScheduleView, signal?: AbortSignal) {
  const cursor = last && `${scheduleSortKey(last)}.${last.id}`
  return api.get('/schedules', { query: { searchParam, cursor }, signal })
}

/** What is still to come, the next first; then what is done, the latest first. */
export function createScheduleList(api: ApiClient, first: SchedulePage, search = ''): ScheduleList {
  return createLiveList<ScheduleView, number>({
    initial: listPage(first),
    search,
    key: ({ id }) => id,
    compare: (a, b) => scheduleSortKey(a) - scheduleSortKey(b) || a.id - b.id,
    fetchPage: async ({ search: wanted, last, signal }) => listPage(await fetchSchedules(api, wanted, last, signal)),
    matches: ({ body, contact }, wanted) => matchesContactSearch(contact, wanted) || matchesSearch(body, wanted),
    // The search box has waited for the typing to pause.
    searchDelayMs: 0,
  })
}

/** Keeps the list as it is on the server. Returns what stops it. */
export function followSchedules(list: ScheduleList, live: LiveSocketClient): () => void {
  const stops = [
    live.subscribe('schedule', (news) => {
      if (news.action === 'delete') list.remove(news.scheduleId)
      else list.upsert(news.schedule, news.action === 'create')
    }),
    live.subscribe('reload', () => void list.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    list.dispose()
  }
}

function listPage({ schedules, hasMore, count }: SchedulePage) {
  return { items: schedules, hasMore, count }
}
