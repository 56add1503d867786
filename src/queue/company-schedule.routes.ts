import { Elysia } from 'elysia'
import { actingUserId } from '../kernel/actor'
import type { UserGuard } from '../kernel/user-guard'
import type { CompanyContext } from '../kernel/company-context'
import type { CompanyId } from '../kernel/ids'
import { IdParams } from '../kernel/request-parts'
import { contextOfCompany } from '../platform/context-of-company'
import { audit, type Platform } from '../platform/platform'
import { getCompanySchedule, saveCompanySchedule } from './company-schedule'
import { CompanyScheduleBody } from './schedule.contract'

/** Working hours of the company: by its own admins, and by the super user for any. */
export function companyScheduleRoutes(guard: UserGuard, platform: Platform) {
  return new Elysia({ name: 'company-schedule-routes', detail: { tags: ['companies'] } })
    .use(guard)
    .get('/companies/:id/schedules', ({ ctx, params }) => getCompanySchedule(contextFor(platform, ctx, params.id)), {
      params: IdParams,
    })
    .put(
      '/companies/:id/schedules',
      ({ ctx, params, body }) => saveCompanySchedule(contextFor(platform, ctx, params.id), body),
      { params: IdParams, body: CompanyScheduleBody },
    )
}

/** A super user's look into another company is audited there. */
function contextFor(platform: Platform, ctx: CompanyContext, companyId: CompanyId) {
  const other = contextOfCompany(platform, ctx, companyId)
  if (other !== ctx) {
    audit(platform, 'company.schedules', { companyId, userId: actingUserId(ctx.actor) }, { by: ctx.company.id })
  }
  return other
}
