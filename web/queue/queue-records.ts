import { recordLoader, recordSource } from '../records/record-source'

/** All queues in menu order, without the options of their chatbots. */
export const queueRecords = recordSource('/queue', {
  all: true,
  query: () => ({ chatbots: false }),
  compare: (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
  live: 'queue',
})

export const loadQueues = recordLoader(queueRecords)
