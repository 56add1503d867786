import { listConnectionsThatSetDeletion } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ConnectionId } from '../kernel/ids'
import { isSettingEnabled } from '../setting/setting.queries'

/** Connections whose deleted messages are hidden from users. */
export interface DeletedMessages {
  areHidden(connectionId: ConnectionId | null): boolean
  /** SQL condition for a visible message with alias `m`; empty when all are visible. */
  visible: string
}

const allVisible: DeletedMessages = { areHidden: () => false, visible: '' }

/** The company decides, and each connection may override it. Without LGPD nothing is hidden. */
export function deletedMessagesOf(ctx: CompanyContext): DeletedMessages {
  if (!isSettingEnabled(ctx, 'enableLGPD')) return allVisible
  const byCompany = isSettingEnabled(ctx, 'lgpdDeleteMessage')
  const others = listConnectionsThatSetDeletion(ctx, byCompany ? 'disabled' : 'enabled')
  if (!byCompany && others.length === 0) return allVisible
  const ids = `ifnull(m.connection_id, 0) ${byCompany ? 'IN' : 'NOT IN'} (${others.join(', ')})`
  return {
    areHidden: (connectionId) => byCompany !== (connectionId !== null && others.includes(connectionId)),
    visible: others.length === 0 ? 'm.is_deleted = 0' : `(m.is_deleted = 0 OR ${ids})`,
  }
}
