import { Elysia } from 'elysia'
import { actingUserId } from '../../kernel/company/actor'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import { contextOfCompany } from '../../platform/company/context-of-company'
import { audit, type Platform } from '../../platform/platform'
import { getCompanySchedule, saveCompanySchedule } from './company-schedule'
import { companyScheduleCalls } from './company-schedule.calls'

export function companyScheduleRoutes(guard: UserGuard, platform: Platform) {
  const app = new Elysia({ name: 'company-schedule-routes' }).use(guard)
  return answerCalls(app, companyScheduleCalls, {
    'GET /companies/:id/schedules': ({ ctx, params }) => getCompanySchedule(contextFor(platform, ctx, params.id)),
    'PUT /companies/:id/schedules': ({ ctx, params, body }) =>
      saveCompanySchedule(contextFor(platform, ctx, params.id), body),
  })
}

/** A super user's look into another company is audited there. */
function contextFor(platform: Platform, ctx: CompanyContext, companyId: CompanyId) {
  const other = contextOfCompany(platform, ctx, companyId)
  if (other !== ctx) {
    audit(platform, 'company.schedules', { companyId, userId: actingUserId(ctx.actor) }, { by: ctx.company.id })
  }
  return other
}
