import type { QueueView } from '../../src/queue/queue.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'

export type QueueList = LiveList<QueueView, number>

export function listQueues(api: ApiClient) {
  return api.get('/queue')
}

/** All queues in the order of menus; a company has few, so that there is one page. */
export function createQueueList(api: ApiClient, queues: QueueView[]): QueueList {
  const pageOf = (items: QueueView[]) => ({ items, hasMore: false, count: items.length })
  return createLiveList({
    initial: pageOf(queues),
    key: ({ id }) => id,
    compare: (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
    fetchPage: async () => pageOf(await listQueues(api)),
  })
}

/** Keeps the list as it is on the server. Returns what stops it. */
export function followQueues(list: QueueList, live: LiveSocketClient): () => void {
  const stops = [
    live.subscribe('queue', (event) => {
      if (event.action === 'delete') list.remove(event.queueId)
      else list.upsert(event.queue, event.action === 'create')
    }),
    live.subscribe('reload', () => void list.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    list.dispose()
  }
}
