import type { ChannelName } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'

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
 * Chooses the connection for writing to a contact: the first preferred one that exists, else the user's own of the
 * channel, else the company's default, else a connected one, else the oldest. Undefined when the channel has none.
 */
export function chooseConnection(
  ctx: CompanyContext,
  channel: ChannelName,
  { preferred = [], ownId = null }: { preferred?: readonly (ConnectionId | null)[]; ownId?: ConnectionId | null } = {},
): ChosenConnection | undefined {
  const { byId, ofChannel } = statements(ctx.company)
  for (const id of preferred) {
    const preferred = id === null ? null : byId.get(id)
    if (preferred) return preferred
  }
  return ofChannel.get(channel, ownId ?? 0) ?? undefined
}
