import { Elysia } from 'elysia'
import { IdParams } from '../kernel/request-parts'
import type { SuperUserGuard } from '../kernel/super-user-guard'
import { createPlan, deletePlan, updatePlan } from './plan.commands'
import { PlanBody, UpdatePlanBody } from './plan.contract'
import { listPlans, listPublicPlans } from './plan.queries'
import type { Platform } from './platform'

/** Plans: management for super users, and the public list for sign-up. */
export function planRoutes(guard: SuperUserGuard, platform: Platform) {
  const forEveryone = new Elysia({ name: 'public-plans' }).get('/plans/list', () => listPublicPlans(platform))
  const forSuperUsers = new Elysia({ name: 'plans' })
    .use(guard)
    .get('/plans/all', () => listPlans(platform))
    .post('/plans', ({ operator, body }) => createPlan(platform, operator, body), { body: PlanBody })
    .put('/plans/:id', ({ operator, params, body }) => updatePlan(platform, operator, params.id, body), {
      params: IdParams,
      body: UpdatePlanBody,
    })
    .delete(
      '/plans/:id',
      ({ operator, params }) => {
        deletePlan(platform, operator, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
  return new Elysia({ name: 'plan-routes', detail: { tags: ['plans'] } }).use(forEveryone).use(forSuperUsers)
}
