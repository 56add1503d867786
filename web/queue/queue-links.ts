import type { ApiClient } from '../api/api-client'
import { useLookup } from '../app/use-fetched'
import { optionsOf } from '../ui/select/option'
import type { QueueValues } from './queue-form'

export type QueueLinks = Pick<QueueValues, 'userIds' | 'connectionIds'>

async function fetchChoices(api: ApiClient, signal: AbortSignal) {
  const [users, connections] = await Promise.all([api.get('/users/list', { signal }), api.get('/whatsapp', { signal })])
  return { users, connections }
}

export function useLinkOptions() {
  const found = useLookup(fetchChoices)
  const connections = found?.connections ?? []
  return {
    users: optionsOf(found?.users ?? []),
    connections: optionsOf(connections),
    /** Whether one of the chosen connections offers no other queue. */
    isOnlyOne: (queueId: number | undefined, chosen: readonly number[]) =>
      connections.some(({ id, queues }) => chosen.includes(id) && queues.every((queue) => queue.id === queueId)),
  }
}

/** Of a new queue: its maker, people who have no queue, and the connections whose contacts would wait in none. */
export async function suggestLinks(api: ApiClient, ownId: number, signal: AbortSignal): Promise<QueueLinks> {
  const { users, connections } = await fetchChoices(api, signal)
  const joining = users.filter((user) => user.id === ownId || (user.profile === 'user' && user.queues.length === 0))
  const bare = connections.filter((connection) => connection.queues.length === 0)
  return { userIds: joining.map(({ id }) => id), connectionIds: bare.map(({ id }) => id) }
}
