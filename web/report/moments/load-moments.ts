import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { UserPick } from '../../../src/user/user.calls'
import type { ApiClient } from '../../api/api-client'

export interface MomentsData {
  tickets: TicketView[]
  users: UserPick[]
}

export async function loadMoments(api: ApiClient): Promise<MomentsData> {
  const [tickets, users] = await Promise.all([fetchMoments(api), fetchAgents(api)])
  return { tickets, users }
}

/** Open, pending and group tickets that the user may see, last changed first. */
export function fetchMoments(api: ApiClient) {
  return api.get('/dashboard/moments', { query: { showAll: true } })
}

export function fetchAgents(api: ApiClient) {
  return api.get('/users/list')
}
