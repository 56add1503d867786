import type { ConnectionPick, ConnectionView } from '../../src/connection/connection.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'

export type ConnectionList = LiveList<ConnectionView, number>

/** Everybody is told the short form; who may manage connections the whole, right after it. */
type ConnectionEvent =
  { action: 'update'; whatsapp: ConnectionView | ConnectionPick } | { action: 'delete'; whatsappId: number }

type Session = Pick<ConnectionView, 'id' | 'status' | 'updatedAt'> & Partial<ConnectionView>

export function listConnections(api: ApiClient) {
  return api.untyped.get<ConnectionView[]>('/whatsapp', { session: 0 })
}

/** All connections, the default first; a company has few, so that there is one page. */
export function createConnectionList(api: ApiClient, connections: ConnectionView[]): ConnectionList {
  const pageOf = (items: ConnectionView[]) => ({ items, hasMore: false, count: items.length })
  return createLiveList({
    initial: pageOf(connections),
    key: ({ id }) => id,
    compare: (a, b) => Number(b.isDefault) - Number(a.isDefault) || a.id - b.id,
    fetchPage: async () => pageOf(await listConnections(api)),
  })
}

/** Keeps the list as it is on the server. Returns what stops it. */
export function followConnections(list: ConnectionList, live: LiveSocketClient, companyId: number): () => void {
  const stops = [
    live.subscribe(`company-${companyId}-whatsapp`, (data) => {
      const news = data as ConnectionEvent
      if (news.action === 'delete') list.remove(news.whatsappId)
      else if ('number' in news.whatsapp) list.upsert(news.whatsapp)
    }),
    live.subscribe(`company-${companyId}-whatsappSession`, (data) => {
      const { session } = data as { session: Session }
      list.update(session.id, (connection) => ({ ...connection, ...session }))
    }),
    live.subscribe('reload', () => void list.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    list.dispose()
  }
}
