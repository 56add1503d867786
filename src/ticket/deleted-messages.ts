import type { CompanyContext } from '../kernel/company-context'
import { isSettingEnabled } from '../setting/setting.queries'

/** With this, nobody here sees what was deleted; without it, the company keeps reading it. */
export function areDeletedHidden(ctx: CompanyContext) {
  return isSettingEnabled(ctx, 'enableLGPD') && isSettingEnabled(ctx, 'lgpdDeleteMessage')
}
