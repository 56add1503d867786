import type { ConnectionPick } from '../../src/connection/connection.calls'
import { useLookup } from '../app/use-fetched'
import type { Option } from '../ui/select/option'

/** The company's connections that can reach a contact of that channel; undefined while loading. */
export function useConnections(channel?: ConnectionPick['channel']): readonly ConnectionPick[] | undefined {
  const all = useLookup((api, signal) => api.get('/whatsapp', { signal }))
  return channel === undefined ? all : all?.filter((connection) => connection.channel === channel)
}

/** Choices of a connection. `offline` is the second line of those that are not connected. */
export const connectionOptions = (connections: readonly ConnectionPick[], offline: string): Option<number>[] =>
  connections.map(({ id, name, status }) => ({
    value: id,
    label: name,
    ...(status !== 'CONNECTED' && { description: offline }),
  }))
