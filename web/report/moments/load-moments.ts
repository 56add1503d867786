import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { Pause } from '../../../src/user/presence/presence.contract'
import type { UserPick } from '../../../src/user/user.calls'
import type { ApiClient } from '../../api/api-client'

export type MomentsAgent = UserPick & { pause?: Pause | null }

export interface MomentsData {
  tickets: TicketView[]
  users: MomentsAgent[]
}

export async function loadMoments(api: ApiClient): Promise<MomentsData> {
  const [tickets, users] = await Promise.all([fetchMoments(api), fetchAgents(api)])
  return { tickets, users }
}

/** Open, pending and group tickets that the user may see, last changed first. */
export function fetchMoments(api: ApiClient) {
  return api.get('/dashboard/moments', { query: { showAll: true } })
}

export async function fetchAgents(api: ApiClient): Promise<MomentsAgent[]> {
  const [users, presence] = await Promise.all([api.get('/users/list'), api.get('/users/presence')])
  const pauses = new Map(presence.map(({ userId, pause }) => [userId, pause]))
  return users.map((user) => ({ ...user, pause: pauses.get(user.id) ?? null }))
}
