import type { CompanyContext } from './company-context'
import type { PlanFlag } from './company-plan.contract'
import { refuse } from '../errors'

/** @throws Refusal ERR_PLAN_LIMIT, naming the feature */
export function requirePlan(ctx: CompanyContext, flag: PlanFlag) {
  if (!ctx.plan[flag]) refuse('ERR_PLAN_LIMIT', { body: { limit: flag } })
}
