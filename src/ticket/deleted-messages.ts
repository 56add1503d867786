import { listConnectionsThatSetDeletion } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { ConnectionId } from '../kernel/ids'
import { isSettingEnabled } from '../setting/setting.queries'

/** Connections whose deleted messages are hidden from users. */
export interface DeletedMessages {
  /** All except `others`; otherwise only these. */
  byCompany: boolean
  others: readonly ConnectionId[]
  someHidden: boolean
  areHidden(connectionId: ConnectionId | null): boolean
}

/** The company decides, and each connection may override it. Without LGPD nothing is hidden. */
export function deletedMessagesOf(ctx: CompanyContext): DeletedMessages {
  const isEnabled = isSettingEnabled(ctx, 'enableLGPD')
  const byCompany = isEnabled && isSettingEnabled(ctx, 'lgpdDeleteMessage')
  const others = isEnabled ? listConnectionsThatSetDeletion(ctx, byCompany ? 'disabled' : 'enabled') : []
  return {
    byCompany,
    others,
    someHidden: byCompany || others.length > 0,
    areHidden: (connectionId) => byCompany !== (connectionId !== null && others.includes(connectionId)),
  }
}
