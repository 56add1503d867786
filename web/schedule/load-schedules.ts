import type { ContactView } from '../../src/contact/contact.contract'
import type { SchedulePage } from '../../src/schedule/schedule.contract'
import type { ApiClient } from '../api-client'
import { fetchSchedules } from './schedule-list'

export interface SchedulesData {
  page: SchedulePage
  /** Named in the address: a message to them is to be scheduled. */
  contact: ContactView | undefined
}

export async function loadSchedules(api: ApiClient, _: object, query: URLSearchParams): Promise<SchedulesData> {
  const contactId = Number(query.get('contactId'))
  const [page, contact] = await Promise.all([
    fetchSchedules(api),
    // One that is gone by now leaves the choice open.
    contactId > 0 ? api.get<ContactView>(`/contacts/${contactId}`).catch(() => undefined) : undefined,
  ])
  return { page, contact }
}
