import { Elysia } from 'elysia'
import { isAdmin } from '../../kernel/company/actor'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard, SuperUserGuard } from '../../kernel/http/user-guard'
import { refuse } from '../../kernel/errors'
import { companyCalls, ownCompanyCalls } from './company.calls'
import { addCompany, renewCompany, updateCompany } from './company.commands'
import {
  getCompany,
  getCompanyView,
  getOwnCompanyView,
  listCompanies,
  listCompanyPage,
  type Company,
  firstCompanyId,
} from './company.queries'
import { presentPlan } from '../plan/plan.queries'
import { type Platform, audit, type PlatformActor } from '../platform'
import { eq } from 'drizzle-orm'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import { endCharges } from '../payment/charge/close-charges'
import { releaseChannelAccountsOf } from '../connection-index/channel-account'
import { companyTable, sessionTable, chargeTable } from '../platform.tables'
import { publishCompanyRemoval } from './company.live'

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
    'DELETE /companies/:id': async ({ operator, params }) => {
      await deleteCompany(platform, operator, params.id)
      return { ok: true }
    },
  })
  return new Elysia({ name: 'company-routes' }).use(own).use(forSuperUsers)
}

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    isImporting(ctx: CompanyContext): boolean
  }
}

/** Its row goes last: repeat it after a crash. @throws Refusal ERR_INITIAL_RECORD, ERR_NO_PERMISSION, ERR_COMPANY_PAYING */
async function deleteCompany(platform: Platform, actor: PlatformActor, id: CompanyId) {
  const { company } = getCompany(platform, id)
  if (id === firstCompanyId) refuse('ERR_INITIAL_RECORD')
  if (id === actor.companyId) refuse('ERR_NO_PERMISSION')
  if (isImporting(platform, id)) refuse('ERR_COMPANY_IMPORTING')
  await endCharges(platform, id, () => endSessions(platform, id))
  await unpairConnections(platform, id)
  const { catalog, files } = platform
  for (const stop of platform.companyStops) await stop(id)
  await files.whenUnused(id)
  await files.eraseMedia(id)
  files.erase(id)
  catalog.jobHints.replace(id, undefined)
  catalog.sqlite.transaction(() => {
    keepChargesOf(platform, company)
    catalog.db.delete(companyTable).where(eq(companyTable.id, id)).run()
  })()
  catalog.companies.forget()
  audit(platform, 'company.deleted', { ...actor, companyId: id }, { by: actor, name: company.name })
  publishCompanyRemoval(platform, id)
}

/** A damaged file must not keep it from being deleted. */
function isImporting(platform: Platform, id: CompanyId) {
  try {
    return platform.ports.isImporting(createContext(platform.files.use(id)))
  } catch (error) {
    platform.log.error('The imports of a company could not be read', { company: id, error })
    return false
  }
}

function endSessions(platform: Platform, id: CompanyId) {
  const { catalog } = platform
  catalog.db.delete(sessionTable).where(eq(sessionTable.companyId, id)).run()
  catalog.liveSessions.forget()
  releaseChannelAccountsOf(platform, id)
}

/** What cannot be unpaired is left to its owner's phone. */
async function unpairConnections(platform: Platform, id: CompanyId) {
  try {
    await platform.ports.connections.unpairCompany(id)
  } catch (error) {
    platform.log.error('The connections of a company could not be unpaired', { company: id, error })
  }
}

/** Charges outlive their company, without its payer, so that money that arrives later is known to the host. */
function keepChargesOf({ catalog }: Platform, { id, name }: Company) {
  const kept = { companyName: name, payerName: '', payerDocument: '' }
  catalog.db.update(chargeTable).set(kept).where(eq(chargeTable.companyId, id)).run()
}
