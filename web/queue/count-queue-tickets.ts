import type { ApiClient } from '../api/api-client'

export async function countQueueTickets(api: ApiClient, queueId: number): Promise<number> {
  // An admin's counts include tickets without a queue, so those are counted separately.
  const [chosen, none] = await Promise.all([countUnderWay(api, [queueId]), countUnderWay(api, [])])
  return Math.max(0, chosen - none)
}

async function countUnderWay(api: ApiClient, queueIds: number[]) {
  const { open, pending, group } = await api.get('/tickets/counts', { query: { showAll: true, queueIds } })
  return open + pending + group
}
