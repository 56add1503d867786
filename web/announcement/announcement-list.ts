import type { AnnouncementPage, AnnouncementView } from '../../src/platform/announcement.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'
import type { ListPage } from '../live/list-items'
import { onReconnect } from '../live/on-reconnect'
import { matchesSearch } from '../../src/kernel/search-words.contract'
import { fetchAnnouncements, type Shown } from './fetch-announcements'

export type AnnouncementList = LiveList<AnnouncementView, number>

/** By priority, the newest of each first. */
export function createAnnouncementList(
  api: ApiClient,
  show: Shown,
  first?: AnnouncementPage,
  search = '',
): AnnouncementList {
  return createLiveList<AnnouncementView, number>({
    initial: first ? listPage(first) : { items: [], hasMore: true, count: 0 },
    search,
    key: ({ id }) => id,
    compare: (a, b) => a.priority - b.priority || b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
    fetchPage: async ({ pageNumber, search: wanted, signal }) =>
      listPage(await fetchAnnouncements(api, show, pageNumber, wanted, signal)),
    matches: ({ title, text, status }, wanted) =>
      (status || show === 'all') && matchesSearch(`${title} ${text}`, wanted),
    // The search box has waited for the typing to pause.
    searchDelayMs: 0,
  })
}

/** Keeps the list as it is on the server; what is told as gone may only be inactive, which `all` still shows. */
export function followAnnouncements(list: AnnouncementList, live: LiveSocketClient, show: Shown): () => void {
  const stops = [
    live.subscribe('announcement', (event) => {
      if (event.action === 'create' || event.action === 'update') list.upsert(event.record, event.action === 'create')
      else if (event.action === 'delete' && show === 'active') list.remove(event.id)
      else if (event.action === 'delete') void list.reload()
    }),
    onReconnect(live, () => void list.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    list.dispose()
  }
}

function listPage({ records, hasMore, count }: AnnouncementPage): ListPage<AnnouncementView> {
  return { items: records, hasMore, count }
}
