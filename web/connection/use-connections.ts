import { channelRules } from '../../src/channel/channel-rules.contract'
import type { ConnectionPick } from '../../src/connection/connection.calls'
import { useLookup } from '../app/use-fetched'
import type { Option } from '../ui/select/option'
import { channelIcons } from './channel-icon'

/** The company's connections that can reach a contact of that channel; undefined while loading. */
export function useConnections(channel?: ConnectionPick['channel']): readonly ConnectionPick[] | undefined {
  const all = useLookup((api, signal) => api.get('/whatsapp', { signal }))
  return channel === undefined ? all : all?.filter((connection) => connection.channel === channel)
}

type Choice = Pick<ConnectionPick, 'id' | 'name' | 'channel' | 'status'>

/** Choices of a connection. `offline` is the second line of those that are not connected. */
export const connectionOptions = (connections: readonly Choice[] | undefined, offline?: string): Option<number>[] =>
  (connections ?? []).map(({ id, name, channel, status }) => ({
    value: id,
    label: name,
    icon: channelIcons[channelRules[channel].icon],
    ...(offline && status !== 'CONNECTED' && { description: offline }),
  }))
