import { Elysia } from 'elysia'
import * as v from 'valibot'
import { accepts } from '../kernel/body-limits'
import type { CompanyContext } from '../kernel/company-context'
import { channelRules } from '../channel/channel-rules.contract'
import type { HttpDoor } from '../kernel/http-door'
import { IdParams, refuseOtherCompany } from '../kernel/request-parts'
import { assertPlan } from '../platform/assert-plan'
import type { Platform } from '../platform/platform'
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

export function scheduleRoutes(door: HttpDoor, platform: Platform) {
  const assertPlanned = (ctx: CompanyContext) => assertPlan(platform, ctx, 'useSchedules')
  return new Elysia({ name: 'schedule-routes', detail: { tags: ['schedules'] } })
    .use(door)
    .get(
      '/schedules',
      ({ ctx, query }) => {
        assertPlanned(ctx)
        refuseOtherCompany(ctx, query.companyId)
        return listSchedules(ctx, query)
      },
      { query: ListSchedulesQuery },
    )
    .get(
      '/schedules/calendar',
      ({ ctx, query }) => {
        assertPlanned(ctx)
        refuseOtherCompany(ctx, query.companyId)
        return listScheduleDays(ctx, query)
      },
      { query: ScheduleCalendarQuery },
    )
    .get(
      '/schedules/:id',
      ({ ctx, params }) => {
        assertPlanned(ctx)
        return presentSchedule(ctx, params.id)
      },
      { params: IdParams },
    )
    .post(
      '/schedules',
      ({ ctx, body }) => {
        assertPlanned(ctx)
        refuseOtherCompany(ctx, body.companyId)
        return presentSchedule(ctx, createSchedule(ctx, body))
      },
      { body: ScheduleBody, ...accepts(long) },
    )
    .put(
      '/schedules/:id',
      ({ ctx, params, body }) => {
        assertPlanned(ctx)
        refuseOtherCompany(ctx, body.companyId)
        updateSchedule(ctx, params.id, body)
        return presentSchedule(ctx, params.id)
      },
      { params: IdParams, body: UpdateScheduleBody, ...accepts(long) },
    )
    .delete(
      '/schedules/:id',
      ({ ctx, params }) => {
        assertPlanned(ctx)
        deleteSchedule(ctx, params.id)
        return { ok: true }
      },
      { params: IdParams },
    )
    .use(scheduleMediaRoutes(door, assertPlanned))
}

type AssertPlanned = (ctx: CompanyContext) => void

function scheduleMediaRoutes(door: HttpDoor, assertPlanned: AssertPlanned) {
  return new Elysia({ name: 'schedule-media-routes', detail: { tags: ['schedules'] } })
    .use(door)
    .post(
      '/schedules/media-upload',
      async ({ ctx, body }) => {
        assertPlanned(ctx)
        if (body.scheduleId !== undefined) return await replaceMedia(ctx, body.scheduleId, body.file)
        return await uploadScheduleMedia(ctx, body.file)
      },
      { body: ScheduleMediaBody, ...accepts(fileUpload) },
    )
    .post(
      '/schedules/:id/media-upload',
      async ({ ctx, params, body }) => {
        assertPlanned(ctx)
        return await replaceMedia(ctx, params.id, body.file)
      },
      { params: IdParams, body: FileBody, ...accepts(fileUpload) },
    )
    .delete(
      '/schedules/:id/media-upload',
      ({ ctx, params }) => {
        assertPlanned(ctx)
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
