import type { ApiClient } from '../api/api-client'
import { fetchAnnouncements } from './fetch-announcements'

/** The first page of the host's screen. */
export function loadAnnouncements(api: ApiClient) {
  return fetchAnnouncements(api, 'all')
}
