import type { ConnectionPick } from '../../src/connection/connection.calls'
import { useLookup } from '../app/use-fetched'

/** The company's connections that can reach a contact of that channel; undefined while loading. */
export function useConnections(channel?: ConnectionPick['channel']): readonly ConnectionPick[] | undefined {
  const all = useLookup((api, signal) => api.get('/whatsapp', { signal }))
  return channel === undefined ? all : all?.filter((connection) => connection.channel === channel)
}
