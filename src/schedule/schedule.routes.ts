import { Elysia } from 'elysia'
import * as v from 'valibot'
import { accepts } from '../kernel/body-limits'
import type { CompanyContext } from '../kernel/company-context'
import { channelRules } from '../channel/channel-rules.contract'
import type { UserGuard } from '../kernel/user-guard'
import { IdParams, refuseOtherCompany } from '../kernel/request-parts'
import { requirePlan } from '../kernel/require-plan'
import { presentSchedule } from './present-schedule'
import { createSchedule, deleteSchedule, getChangeable, setScheduleMedia, updateSchedule } from './save-schedule'
import { uploadScheduleMedia } from './schedule-media'
import { ScheduleCalendarQuery } from './schedule-calendar.contract'
import { ListSchedulesQuery, ScheduleBody, ScheduleMediaBody, UpdateScheduleBody } from './schedule.contract'
import { listScheduleDays, listSchedules } from './schedule.queries'

const fileUpload = { files: { fields: { file: 1 }, fileBytesMax: channelRules.whatsapp.fileBytesMax } }
/** A message of 65,536 characters, each of up to three bytes. */
const long = { jsonBytesMax: 256 * 1024 }
const FileBody = v.pick(ScheduleMediaBody, ['file'])

export function scheduleRoutes(guard: UserGuard) {
  return new Elysia({ name: 'schedule-routes', detail: { tags: ['schedules'] } })
    .use(guard)
    .derive(({ ctx }) => requirePlan(ctx, 'useSchedules'))
    .get(
      '/schedules',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return listSchedules(ctx, query)
      },
      { query: ListSchedulesQuery },
    )
    .get(
      '/schedules/calendar',
      ({ ctx, query }) => {
        refuseOtherCompany(ctx, query.companyId)
        return listScheduleDays(ctx, query)
      },
      { query: ScheduleCalendarQuery },
    )
    .get(
      '/schedules/:id',
      ({ ctx, params }) => {
        return presentSchedule(ctx, params.id)
      },
      { params: IdParams },
    )
    .post(
      '/schedules',
      ({ ctx, body }) => {
        refuseOtherCompany(ctx, body.companyId)
        return presentSchedule(ctx, createSchedule(ctx, body))
      },
      { body: ScheduleBody, ...accepts(long) },
    )
    .put(
      '/schedules/:id',
      ({ ctx, params, body }) => {
        refuseOtherCompany(ctx, body.companyId)
        updateSchedule(ctx, params.id, body)
        return presentSchedule(ctx, params.id)
      },
      { params: IdParams, body: UpdateScheduleBody, ...accepts(long) },
    )
    .delete(
      '/schedules/:id',
      ({ ctx, params }) => {
        deleteSchedule(ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .use(scheduleMediaRoutes(guard))
}

function scheduleMediaRoutes(guard: UserGuard) {
  return new Elysia({ name: 'schedule-media-routes', detail: { tags: ['schedules'] } })
    .use(guard)
    .derive(({ ctx }) => requirePlan(ctx, 'useSchedules'))
    .post(
      '/schedules/media-upload',
      async ({ ctx, body }) => {
        if (body.scheduleId !== undefined) return await replaceMedia(ctx, body.scheduleId, body.file)
        return await uploadScheduleMedia(ctx, body.file)
      },
      { body: ScheduleMediaBody, ...accepts(fileUpload) },
    )
    .post(
      '/schedules/:id/media-upload',
      async ({ ctx, params, body }) => {
        return await replaceMedia(ctx, params.id, body.file)
      },
      { params: IdParams, body: FileBody, ...accepts(fileUpload) },
    )
    .delete(
      '/schedules/:id/media-upload',
      ({ ctx, params }) => {
        updateSchedule(ctx, params.id, { mediaPath: null })
        return presentSchedule(ctx, params.id)
      },
      { params: IdParams },
    )
}

async function replaceMedia(ctx: CompanyContext, id: number, file: File) {
  getChangeable(ctx, id)
  setScheduleMedia(ctx, id, (await uploadScheduleMedia(ctx, file)).mediaPath)
  return presentSchedule(ctx, id)
}
