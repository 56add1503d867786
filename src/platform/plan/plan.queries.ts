import { eq } from 'drizzle-orm'
import { type CompanyPlan, planFlags } from '../../kernel/company/company-plan.contract'
import { required } from '../../kernel/errors'
import type { CompanyId, PlanId } from '../../kernel/ids'
import type { Plan } from '../company/company-cache'
import type { PlanView } from './plan.calls'
import type { Platform } from '../platform'
import { companyTable, planTable } from '../platform.tables'
import { recordOf } from '../../kernel/typed-object.contract'

export function getPlan(platform: Platform, id: PlanId): Plan {
  return required(platform.catalog.db.select().from(planTable).where(eq(planTable.id, id)).get(), 'ERR_NO_PLAN_FOUND')
}

export function listCompaniesOfPlan({ catalog }: Platform, id: PlanId): CompanyId[] {
  const rows = catalog.db.select({ id: companyTable.id }).from(companyTable).where(eq(companyTable.planId, id)).all()
  return rows.map((row) => row.id)
}

export function presentPlan(plan: Plan): PlanView {
  return { ...presentCompanyPlan(plan), amount: plan.amount / 100, isPublic: plan.isPublic }
}

export function presentCompanyPlan({
  id,
  name,
  users,
  connections,
  queues,
  storageGb,
  ...plan
}: CompanyPlan): CompanyPlan {
  const flags = recordOf(planFlags, (flag) => plan[flag])
  return { id, name, users, connections, queues, storageGb, ...flags }
}
