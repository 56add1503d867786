import type { ApiClient } from '../api/api-client'

/** `all`: the inactive ones, too, which only a super user is answered. */
export type Shown = 'active' | 'all'

export function fetchAnnouncements(
  api: ApiClient,
  show: Shown,
  pageNumber = 1,
  searchParam = '',
  signal?: AbortSignal,
) {
  return api.get('/announcements', { query: { show, pageNumber, searchParam }, signal })
}
