import { asc, desc, eq } from 'drizzle-orm'
import type { ChannelName } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId } from '../../kernel/ids'
import type { Connection } from '../connection.queries'
import { connectionTable } from '../connection.tables'

export type ChosenConnection = Pick<Connection, 'id' | 'channel'>

const { id, channel, isDefault, status } = connectionTable

const statements = {
  byId: statement((db, of: { id: ConnectionId }) =>
    db.select({ id, channel }).from(connectionTable).where(eq(id, of.id)),
  ),
  ofChannel: statement((db, of: { channel: ChannelName; ownId: ConnectionId }) =>
    db
      .select({ id, channel })
      .from(connectionTable)
      .where(eq(channel, of.channel))
      .orderBy(desc(eq(id, of.ownId)), desc(isDefault), desc(eq(status, 'CONNECTED')), asc(id))
      .limit(1),
  ),
}

/** The first preferred one, else the user's own of the channel, the default, a connected one, the oldest. */
export function chooseConnection(
  ctx: CompanyContext,
  channel: ChannelName,
  { preferred = [], ownId = null }: { preferred?: readonly (ConnectionId | null)[]; ownId?: ConnectionId | null } = {},
): ChosenConnection | undefined {
  for (const id of preferred) {
    const preferred = id === null ? undefined : statements.byId.get(ctx, { id })
    if (preferred) return preferred
  }
  return statements.ofChannel.get(ctx, { channel, ownId: ownId ?? 0 })
}
