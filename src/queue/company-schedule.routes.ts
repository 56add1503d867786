import { Elysia } from 'elysia'
import type { HttpDoor } from '../kernel/http-door'
import { type CompanyContext, createContext } from '../kernel/company-context'
import { refuse } from '../kernel/errors'
import type { CompanyId } from '../kernel/ids'
import { IdParams } from '../kernel/request-parts'
import { getCompany } from '../platform/company.queries'
import { audit, type Platform } from '../platform/platform'
import { getCompanySchedule, saveCompanySchedule } from './company-schedule'
import { CompanyScheduleBody } from './schedule.contract'

/** Working hours of the company: by its own admins, and by the super user for any. */
export function companyScheduleRoutes(door: HttpDoor, platform: Platform) {
  return new Elysia({ name: 'company-schedule-routes', detail: { tags: ['companies'] } })
    .use(door)
    .get('/companies/:id/schedules', ({ ctx, params }) => getCompanySchedule(contextFor(platform, ctx, params.id)), {
      params: IdParams,
    })
    .put(
      '/companies/:id/schedules',
      ({ ctx, params, body }) => saveCompanySchedule(contextFor(platform, ctx, params.id), body),
      { params: IdParams, body: CompanyScheduleBody },
    )
}

/** Only a super user's request may speak of another company; it acts there as the product itself, and is audited. */
function contextFor(platform: Platform, ctx: CompanyContext, companyId: CompanyId) {
  if (companyId === ctx.company.id) return ctx
  const { actor } = ctx
  if (actor.kind !== 'user' || !actor.super) refuse('ERR_NO_PERMISSION')
  getCompany(platform, companyId)
  audit(platform, 'company.schedules', { companyId, userId: actor.userId }, { by: ctx.company.id })
  return createContext(platform.files.use(companyId))
}
