import type { ConnectionView } from '../../src/connection/connection.calls'
import type { QueueView } from '../../src/queue/queue.record'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import { loadRecords } from '../records/record-source'
import { connectionRecords } from './connection-records'
import { fetchQueues } from '../queue/fetch-queues'

export interface ConnectionsData {
  page: ListPage<ConnectionView>
  /** The host's phone number; empty without one. */
  support: string
  queues: Pick<QueueView, 'id' | 'name' | 'color'>[]
}

export async function loadConnections(api: ApiClient, _: object, query: URLSearchParams): Promise<ConnectionsData> {
  const [page, queues, { support }] = await Promise.all([
    loadRecords(connectionRecords, api, query),
    fetchQueues(api),
    api.get('/subscription'),
  ])
  return { page, support: support.phone, queues: queues.map(({ id, name, color }) => ({ id, name, color })) }
}
