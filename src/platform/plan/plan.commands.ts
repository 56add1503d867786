import { and, eq, ne } from 'drizzle-orm'
import { refuse } from '../../kernel/errors'
import { changedNameKey, nameKey } from '../../kernel/text/name-text.contract'
import type { PlanId } from '../../kernel/ids'
import { publishToHost } from '../company/company.live'
import { recordSubscription } from '../invoice/subscription.live'
import './plan.calls'
import type { PlanBody, UpdatePlanBody } from './plan.contract'
import { getPlan, listCompaniesOfPlan, presentPlan } from './plan.queries'
import { audit, type Platform, type PlatformActor } from '../platform'
import { planTable } from '../platform.tables'

/** The initial plan cannot be deleted. */
const firstPlanId = 1

export function createPlan(platform: Platform, actor: PlatformActor, body: PlanBody) {
  assertNameFree(platform, body.name)
  const now = platform.clock.now()
  const plan = platform.catalog.db
    .insert(planTable)
    .values({ ...body, nameKey: nameKey(body.name), amount: centavos(body.amount), createdAt: now, updatedAt: now })
    .returning()
    .get()
  audit(platform, 'plan.created', actor, { planId: plan.id })
  publishToHost(platform, { event: 'plan', data: { action: 'create', plan: presentPlan(plan) } })
  return presentPlan(plan)
}

export function updatePlan(platform: Platform, actor: PlatformActor, id: PlanId, body: UpdatePlanBody) {
  const before = getPlan(platform, id)
  const key = changedNameKey(body.name, before.name)
  if (body.name !== undefined && key.nameKey !== undefined) assertNameFree(platform, body.name, id)
  const amount = body.amount === undefined ? before.amount : centavos(body.amount)
  platform.catalog.db
    .update(planTable)
    .set({ ...body, ...key, amount, updatedAt: platform.clock.now() })
    .where(eq(planTable.id, id))
    .run()
  platform.catalog.companies.forget()
  audit(platform, 'plan.updated', actor, { planId: id })
  const plan = presentPlan(getPlan(platform, id))
  publishToHost(platform, { event: 'plan', data: { action: 'update', plan } })
  publishToCompanies(platform, id)
  return plan
}

/** @throws Refusal ERR_INITIAL_RECORD for plan 1, ERR_IN_USE while a company is on it */
export function deletePlan(platform: Platform, actor: PlatformActor, id: PlanId) {
  getPlan(platform, id)
  if (id === firstPlanId) refuse('ERR_INITIAL_RECORD')
  if (listCompaniesOfPlan(platform, id).length > 0) refuse('ERR_IN_USE')
  platform.catalog.db.delete(planTable).where(eq(planTable.id, id)).run()
  audit(platform, 'plan.deleted', actor, { planId: id })
  publishToHost(platform, { event: 'plan', data: { action: 'delete', planId: id } })
}

/** Tells users who are at work about their other plan. Others see it on their next page. */
function publishToCompanies(platform: Platform, id: PlanId) {
  for (const companyId of listCompaniesOfPlan(platform, id)) {
    if (platform.live.watching(companyId) > 0) recordSubscription(platform, companyId, 'subscription.changed')
  }
}

const centavos = (reais: number) => Math.round(reais * 100)

function assertNameFree({ catalog }: Platform, name: string, ownId = 0) {
  const taken = catalog.db
    .select({ id: planTable.id })
    .from(planTable)
    .where(and(eq(planTable.nameKey, nameKey(name)), ne(planTable.id, ownId)))
    .get()
  if (taken) refuse('ERR_PLAN_NAME_ALREADY_EXISTS', { fields: { name: 'nameTaken' } })
}
