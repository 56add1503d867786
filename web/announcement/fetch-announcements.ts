import type { AnnouncementPage } from '../../src/platform/announcement.contract'
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
  return api.untyped.get<AnnouncementPage>(
    '/announcements',
    { show, pageNumber, searchParam },
    signal ? { signal } : {},
  )
}
