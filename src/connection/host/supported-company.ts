import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { getCompany } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'

/**
 * Returns the context in which the host manages another company's connections. Callers log each act (`logSupportAct`).
 * @throws Refusal ERR_NO_COMPANY_FOUND; ERR_COMPANY_DISABLED for a company whose connections are stopped
 */
export function supportedCompany(platform: Platform, companyId: CompanyId): CompanyContext {
  const { company } = getCompany(platform, companyId)
  if (!company.status) refuse('ERR_COMPANY_DISABLED')
  return createContext(platform.files.use(companyId))
}
