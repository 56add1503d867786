import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { CompanyContext } from '../kernel/company/company-context'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { requirePlan } from '../kernel/company/require-plan'
import { presentSchedule } from './present-schedule'
import { createSchedule, deleteSchedule, getChangeable, setScheduleMedia, updateSchedule } from './save-schedule'
import { uploadScheduleMedia } from './schedule-media'
import { scheduleCalls } from './schedule.calls'
import { listScheduleDays, listSchedules } from './schedule.queries'

export function scheduleRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'schedule-routes' }).use(guard).derive(({ ctx }) => requirePlan(ctx, 'useSchedules'))
  return answerCalls(app, scheduleCalls, {
    'GET /schedules': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return listSchedules(ctx, query)
    },
    'GET /schedules/calendar': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      return listScheduleDays(ctx, query)
    },
    'GET /schedules/:id': ({ ctx, params }) => presentSchedule(ctx, params.id),
    'POST /schedules': ({ ctx, body }) => {
      refuseOtherCompany(ctx, body.companyId)
      return presentSchedule(ctx, createSchedule(ctx, body))
    },
    'PUT /schedules/:id': ({ ctx, params, body }) => {
      refuseOtherCompany(ctx, body.companyId)
      updateSchedule(ctx, params.id, body)
      return presentSchedule(ctx, params.id)
    },
    'DELETE /schedules/:id': ({ ctx, params }) => {
      deleteSchedule(ctx, params.id)
      return { ok: true }
    },
    'POST /schedules/media-upload': async ({ ctx, body }) => {
      if (body.scheduleId !== undefined) return await replaceMedia(ctx, body.scheduleId, body.file)
      return await uploadScheduleMedia(ctx, body.file)
    },
    'POST /schedules/:id/media-upload': ({ ctx, params, body }) => replaceMedia(ctx, params.id, body.file),
    'DELETE /schedules/:id/media-upload': ({ ctx, params }) => {
      updateSchedule(ctx, params.id, { mediaPath: null })
      return presentSchedule(ctx, params.id)
    },
  })
}

async function replaceMedia(ctx: CompanyContext, id: number, file: File) {
  getChangeable(ctx, id)
  setScheduleMedia(ctx, id, (await uploadScheduleMedia(ctx, file)).mediaPath)
  return presentSchedule(ctx, id)
}
