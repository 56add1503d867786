import type { ConnectionView } from '../../src/connection/connection.calls'
import type { QueueView } from '../../src/queue/queue.record'
import type { ApiClient } from '../api/api-client'
import type { ListPage } from '../live/list-items'
import { loadRecords, recordSource } from '../records/record-source'
import { fetchQueues } from '../queue/use-queues'
import type { RecordList } from '../records/record-list'

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

export type ConnectionList = RecordList<ConnectionView>

/** Without tokens, which the page's HTML would contain; the form reads its connection's. */
export const connectionRecords = recordSource('/whatsapp', {
  all: true,
  shown: (connection) => ('number' in connection ? [withoutToken(connection)] : []),
  compare: (a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id,
  follow: (list) => ({
    whatsapp(event) {
      if (event.action === 'delete') list.remove(event.whatsappId)
      else if ('number' in event.whatsapp) list.upsert(event.whatsapp)
    },
    importMessages(event) {
      if (event.action === 'refresh') void list.reload()
      else {
        const messageImport = { state: 'running' as const, ...event.status }
        list.update(event.whatsappId, (connection) => ({ ...connection, messageImport }))
      }
    },
    whatsappSession: ({ session }) => list.update(session.id, (connection) => ({ ...connection, ...session })),
  }),
})

function withoutToken({ token: _, ...connection }: ConnectionView): ConnectionView {
  return connection
}
