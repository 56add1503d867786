import type { ConnectionView } from '../../src/connection/connection.calls'
import type { QueueView } from '../../src/queue/queue.calls'
import type { ApiClient } from '../api/api-client'
import { listConnections } from './connection-list'

export interface ConnectionsData {
  connections: ConnectionView[]
  queues: Pick<QueueView, 'id' | 'name' | 'color'>[]
}

export async function loadConnections(api: ApiClient): Promise<ConnectionsData> {
  const [connections, queues] = await Promise.all([listConnections(api), api.get('/queue')])
  return { connections, queues: queues.map(({ id, name, color }) => ({ id, name, color })) }
}
