import { Elysia } from 'elysia'
import { isAdmin } from '../../kernel/company/actor'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard, SuperUserGuard } from '../../kernel/http/user-guard'
import { refuse } from '../../kernel/errors'
import { companyCalls, ownCompanyCalls } from './company.calls'
import { addCompany, renewCompany, updateCompany } from './company.commands'
import { getCompany, getCompanyView, getOwnCompanyView, listCompanies, listCompanyPage } from './company.queries'
import { presentPlan } from '../plan/plan.queries'
import type { CompanyId } from '../../kernel/ids'
import type { Platform, PlatformActor } from '../platform'
import { eraseCompany } from './erase/erase-company'
import { muteCompany, unmuteCompany } from './mute-company'

export function companyRoutes(guard: UserGuard, superUserGuard: SuperUserGuard, platform: Platform) {
  const own = answerCalls(new Elysia({ name: 'own-company' }).use(guard), ownCompanyCalls, {
    'GET /companies/listPlan/:companyId': ({ ctx, params }) => {
      const isSuper = ctx.actor.kind === 'user' && ctx.actor.super
      if (params.companyId !== ctx.company.id && !isSuper) refuse('ERR_NO_PERMISSION')
      const plan = presentPlan(getCompany(platform, params.companyId).plan)
      return { ...plan, plan }
    },
    'GET /companies/:id': ({ ctx, params }) => {
      if (ctx.actor.kind === 'user' && ctx.actor.super) return getCompanyView(platform, params.id)
      if (params.id !== ctx.company.id || !isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
      return getOwnCompanyView(platform, params.id)
    },
  })
  const forSuperUsers = answerCalls(new Elysia({ name: 'companies' }).use(superUserGuard), companyCalls, {
    'GET /companies': ({ query }) => listCompanyPage(platform, query),
    'GET /companies/list': () => listCompanies(platform),
    'POST /companies': ({ operator, body }) => addCompany(platform, operator, body),
    'PUT /companies/:id': ({ operator, params, body }) => updateCompany(platform, operator, params.id, body),
    'POST /companies/:id/renew': ({ operator, params, body }) => renewCompany(platform, operator, params.id, body),
    'PUT /companies/:id/muted': ({ operator, params, body }) => setMuted(platform, operator, params.id, body.muted),
    'DELETE /companies/:id': async ({ operator, params }) => {
      await eraseCompany(platform, operator, params.id)
      return { ok: true }
    },
  })
  return new Elysia({ name: 'company-routes' }).use(own).use(forSuperUsers)
}

/** A copy stays muted, as what moved: its lines are those of the other company. @throws Refusal ERR_NO_COMPANY_FOUND, ERR_COMPANY_MUTED */
async function setMuted(platform: Platform, operator: PlatformActor, id: CompanyId, muted: boolean) {
  const { copyOf, movedAt } = getCompany(platform, id).company
  if ((copyOf !== null || movedAt !== null) && !muted) refuse('ERR_COMPANY_MUTED')
  await (muted ? muteCompany : unmuteCompany)(platform, operator, id)
  return getCompanyView(platform, id)
}
