import type { ApiClient } from '../api/api-client'

/** How many tickets under way are in a queue. */
export async function countQueueTickets(api: ApiClient, queueId: number): Promise<number> {
  // An admin's counts hold the tickets without a queue, too; those are what no queue at all counts.
  const [chosen, none] = await Promise.all([countUnderWay(api, [queueId]), countUnderWay(api, [])])
  return Math.max(0, chosen - none)
}

async function countUnderWay(api: ApiClient, queueIds: number[]) {
  const { open, pending, group } = await api.get('/tickets/counts', { query: { showAll: true, queueIds } })
  return open + pending + group
}
