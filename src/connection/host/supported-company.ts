import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { Operator } from '../../kernel/http/user-guard'
import type { CompanyId } from '../../kernel/ids'
import { getCompany } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'

/** Callers log each act. @throws Refusal ERR_NO_COMPANY_FOUND; ERR_COMPANY_DISABLED */
export function supportedCompany(platform: Platform, companyId: CompanyId, operator: Operator): CompanyContext {
  const { company } = getCompany(platform, companyId)
  if (!company.status) refuse('ERR_COMPANY_DISABLED')
  return createContext(platform.files.use(companyId), {
    kind: 'system',
    by: { kind: 'host', id: operator.userId, name: '' },
  })
}
