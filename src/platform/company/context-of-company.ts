import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { CompanyId } from '../../kernel/ids'
import { getCompany } from './company.queries'
import type { Platform } from '../platform'

/** For super users any company, with the system actor, which callers audit. @throws Refusal ERR_NO_PERMISSION, ERR_NO_COMPANY_FOUND */
export function contextOfCompany(platform: Platform, ctx: CompanyContext, companyId: CompanyId): CompanyContext {
  if (companyId === ctx.company.id) return ctx
  if (ctx.actor.kind !== 'user' || !ctx.actor.super) refuse('ERR_NO_PERMISSION')
  getCompany(platform, companyId)
  return createContext(platform.files.use(companyId))
}
