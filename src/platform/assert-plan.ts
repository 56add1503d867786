import type { CompanyContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import { getCompany } from './company.queries'
import type { PlanFlag } from './plan.contract'
import type { Platform } from './platform'

/** @throws Refusal ERR_PLAN_LIMIT when the company's plan does not hold the feature */
export function assertPlan(platform: Platform, ctx: CompanyContext, flag: PlanFlag) {
  if (!getCompany(platform, ctx.company.id).plan[flag]) refuse('ERR_PLAN_LIMIT', { body: { limit: flag } })
}
