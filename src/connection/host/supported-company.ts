import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import type { Operator } from '../../kernel/http/super-user-guard'
import { getCompany } from '../../platform/company/company.queries'
import { audit, type Platform } from '../../platform/platform'
import { isSubscribed } from '../../platform/invoice/subscription'
import { isSettingEnabled } from '../../setting/setting.queries'

/**
 * Returns the context in which the host manages another company's connections. All changes are audited as `what`.
 * @throws Refusal ERR_NO_COMPANY_FOUND; ERR_NO_SUPPORT_ACCESS unless its admins allow it; ERR_SUBSCRIPTION_EXPIRED
 * for a company whose connections are stopped
 */
export function supportedCompany(
  platform: Platform,
  operator: Operator,
  companyId: CompanyId,
  what?: string,
): CompanyContext {
  const { company } = getCompany(platform, companyId)
  const ctx = createContext(platform.files.use(companyId))
  if (companyId !== operator.companyId && !isSettingEnabled(ctx, 'supportAccess')) refuse('ERR_NO_SUPPORT_ACCESS')
  if (!isSubscribed(company, ctx.now)) refuse('ERR_SUBSCRIPTION_EXPIRED')
  if (what) audit(platform, `support.${what}`, { companyId, userId: operator.userId }, { by: operator })
  return ctx
}
