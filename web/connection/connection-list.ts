import type { ConnectionView } from '../../src/connection/connection.calls'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createLiveList, type LiveList } from '../live/live-list'

export type ConnectionList = LiveList<ConnectionView, number>

/** Whole, for who may manage them. */
export async function listConnections(api: ApiClient): Promise<ConnectionView[]> {
  const connections = await api.get('/whatsapp')
  return connections.flatMap((connection) => ('number' in connection ? [connection] : []))
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
export function followConnections(list: ConnectionList, live: LiveSocketClient): () => void {
  const stops = [
    live.subscribe('whatsapp', (event) => {
      if (event.action === 'delete') list.remove(event.whatsappId)
      else if ('number' in event.whatsapp) list.upsert(event.whatsapp)
    }),
    live.subscribe('whatsappSession', ({ session }) => {
      list.update(session.id, (connection) => ({ ...connection, ...session }))
    }),
    live.subscribe('reload', () => void list.reload()),
  ]
  return () => {
    for (const stop of stops) stop()
    list.dispose()
  }
}
