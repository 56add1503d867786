import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import { planCalls, publicPlanCalls } from './plan.calls'
import { createPlan, deletePlan, updatePlan } from './plan.commands'
import { listPlans, listPublicPlans } from './plan.queries'
import type { Platform } from '../platform'

export function planRoutes(guard: SuperUserGuard, platform: Platform) {
  const forEveryone = answerCalls(new Elysia({ name: 'public-plans' }), publicPlanCalls, {
    'GET /plans/list': () => listPublicPlans(platform),
  })
  const forSuperUsers = answerCalls(new Elysia({ name: 'plans' }).use(guard), planCalls, {
    'GET /plans/all': () => listPlans(platform),
    'POST /plans': ({ operator, body }) => createPlan(platform, operator, body),
    'PUT /plans/:id': ({ operator, params, body }) => updatePlan(platform, operator, params.id, body),
    'DELETE /plans/:id': ({ operator, params }) => {
      deletePlan(platform, operator, params.id)
      return { ok: true }
    },
  })
  return new Elysia({ name: 'plan-routes' }).use(forEveryone).use(forSuperUsers)
}
