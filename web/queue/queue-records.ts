import type { QueueView } from '../../src/queue/queue.record'
import { recordLoader, type RecordSource, wholePage } from '../records/record-source'
import { fetchQueues } from './fetch-queues'

/** All queues in menu order; there are only a few. */
export const queueRecords: RecordSource<QueueView> = {
  fetchPage: async (api, { signal }) => wholePage(await fetchQueues(api, signal)),
  compare: (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
  live: 'queue',
}

export const loadQueues = recordLoader(queueRecords)
