import type { ApiClient } from '../api/api-client'
import { searchOf } from '../page/address-word'
import { fetchAnnouncements } from './fetch-announcements'

/** The first page of the host's screen. */
export function loadAnnouncements(api: ApiClient, _params: object, query: URLSearchParams) {
  return fetchAnnouncements(api, 'all', 1, searchOf(query))
}
