import { Elysia } from 'elysia'
import * as v from 'valibot'
import { isAdmin } from '../kernel/actor'
import type { UserGuard } from '../kernel/user-guard'
import { refuse } from '../kernel/errors'
import { IdParams, IdText } from '../kernel/request-parts'
import type { SuperUserGuard } from '../kernel/super-user-guard'
import { addCompany, updateCompany } from './company.commands'
import { CompanyBody, ListCompaniesQuery, UpdateCompanyBody } from './company.contract'
import { getCompany, getCompanyView, getOwnCompanyView, listCompanies, listCompanyPage } from './company.queries'
import { deleteCompany } from './delete-company'
import { presentPlan } from './plan.queries'
import type { Platform } from './platform'

const ListPlanParams = v.object({ companyId: IdText })

/** The super user's companies, and the plan anybody may ask of their own. */
export function companyRoutes(guard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  const forEveryone = new Elysia({ name: 'company-plan' }).use(guard).get(
    '/companies/listPlan/:companyId',
    ({ ctx, params }) => {
      const isSuper = ctx.actor.kind === 'user' && ctx.actor.super
      if (params.companyId !== ctx.company.id && !isSuper) refuse('ERR_NO_PERMISSION')
      const plan = presentPlan(getCompany(platform, params.companyId).plan)
      return { ...plan, plan }
    },
    { params: ListPlanParams },
  )
  const forAdmins = new Elysia({ name: 'own-company' }).use(guard).get(
    '/companies/:id',
    ({ ctx, params }) => {
      if (ctx.actor.kind === 'user' && ctx.actor.super) return getCompanyView(platform, params.id)
      if (params.id !== ctx.company.id || !isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
      return getOwnCompanyView(platform, params.id)
    },
    { params: IdParams },
  )
  const forSuperUsers = new Elysia({ name: 'companies' })
    .use(superUserGuard)
    .get('/companies', ({ query }) => listCompanyPage(platform, query), { query: ListCompaniesQuery })
    .get('/companies/list', () => listCompanies(platform))
    .post('/companies', ({ operator, body }) => addCompany(platform, operator, body), { body: CompanyBody })
    .put('/companies/:id', ({ operator, params, body }) => updateCompany(platform, operator, params.id, body), {
      params: IdParams,
      body: UpdateCompanyBody,
    })
    .delete(
      '/companies/:id',
      async ({ operator, params }) => {
        await deleteCompany(platform, operator, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
  return new Elysia({ name: 'company-routes', detail: { tags: ['companies'] } })
    .use(forEveryone)
    .use(forAdmins)
    .use(forSuperUsers)
}
