import type { ChannelName } from '../channel/channel-rules.contract'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { ConnectionId } from '../kernel/ids'

export interface ChosenConnection {
  id: ConnectionId
  channel: ChannelName
}

const statements = perCompany(({ sqlite }) => ({
  byId: sqlite.prepare<ChosenConnection, [number]>('SELECT id, channel FROM connection WHERE id = ?'),
  ofChannel: sqlite.prepare<ChosenConnection, [string, number]>(
    `SELECT id, channel FROM connection WHERE channel = ?1
     ORDER BY id = ?2 DESC, is_default DESC, status = 'CONNECTED' DESC, id LIMIT 1`,
  ),
}))

/**
 * The connection over which a contact of the channel is written to: the first wish that exists, else the user's own if it is
 * of the channel, else the company's default, else a connected one, else the oldest. Undefined when the channel has none.
 */
export function chooseConnection(
  ctx: CompanyContext,
  channel: ChannelName,
  { wishes = [], ownId = null }: { wishes?: readonly (ConnectionId | null)[]; ownId?: ConnectionId | null } = {},
): ChosenConnection | undefined {
  const { byId, ofChannel } = statements(ctx.company)
  for (const id of wishes) {
    const wished = id === null ? null : byId.get(id)
    if (wished) return wished
  }
  return ofChannel.get(channel, ownId ?? 0) ?? undefined
}
