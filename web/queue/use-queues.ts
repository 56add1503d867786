import { useUser } from '../app/app-context'
import type { QueueView } from '../../src/queue/queue.record'
import { isAdmin } from '../app/screen-access'
import { useLookup } from '../app/use-fetched'
import type { ApiClient } from '../api/api-client'

export type QueueOption = Pick<QueueView, 'id' | 'name' | 'color'>

/** All queues of the company, for transfers; undefined while loading. */
export function useAllQueues(wanted = true): readonly QueueOption[] | undefined {
  return useLookup(fetchQueues, wanted, 'queue')
}

/** The queues in which the user may work: their own, or all for admins. */
export function useOwnQueues(wanted = true): readonly QueueOption[] | undefined {
  const user = useUser()
  const all = useAllQueues(wanted && isAdmin(user))
  return isAdmin(user) ? all : user.queues
}

export function fetchQueues(api: ApiClient, signal?: AbortSignal) {
  return api.get('/queue', { query: { chatbots: false }, signal })
}
