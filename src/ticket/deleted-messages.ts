import type { CompanyContext } from '../kernel/company-context'
import { isSettingEnabled } from '../setting/setting.queries'

/** With this setting, users no longer see the content of deleted messages. */
export function areDeletedHidden(ctx: CompanyContext) {
  return isSettingEnabled(ctx, 'enableLGPD') && isSettingEnabled(ctx, 'lgpdDeleteMessage')
}
