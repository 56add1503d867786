import type { Domain } from '../platform/domain'
import { dropUploadJob, sendScheduleJob } from './schedule.jobs'
import { scheduleReactions } from './schedule.reactions'
import type { CompanyContext } from '../kernel/company/company-context'
import { isEvent, type RecordedEvent } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { presentForAudiences, presentSchedule } from './present-schedule'
import './schedule.events'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import { requirePlan } from '../kernel/company/require-plan'
import { createSchedule, deleteSchedule, getChangeable, setScheduleMedia, updateSchedule } from './save-schedule'
import { uploadScheduleMedia } from './schedule-media'
import { scheduleCalls, ScheduleView } from './schedule.calls'
import { listScheduleDays, listSchedules } from './schedule.queries'
import { countSchedulesOfContact } from './schedule.queries'

interface Change {
  number: number
  action: 'create' | 'update' | 'delete'
}

const scheduleLive: LivePresenter = { on: (type) => type.startsWith('schedule.'), present }

function present(ctx: CompanyContext, events: readonly RecordedEvent[]) {
  const changed = new Map<number, Change>()
  for (const event of events) {
    for (const id of concerned(event)) {
      const action = isEvent(event, 'schedule.created') ? 'create' : (changed.get(id)?.action ?? 'update')
      changed.set(id, { number: event.number, action: isEvent(event, 'schedule.deleted') ? 'delete' : action })
    }
  }
  return [...changed].flatMap(([id, { number, action }]): LiveMessage[] => {
    const message = { event: 'schedule' as const, number }
    if (action === 'delete') {
      return [{ ...message, topics: ['admin', 'plain'], data: { action, scheduleId: id } }]
    }
    return presentForAudiences(ctx, id).map(({ topics, schedule }) => ({
      ...message,
      topics,
      data: { action, schedule },
    }))
  })
}

function concerned(event: RecordedEvent): number[] {
  if (isEvent(event, 'schedule.contactChanged')) return event.data.scheduleIds
  return 'scheduleId' in event.data ? [event.data.scheduleId] : []
}

export const scheduleDomain = {
  name: 'schedule',
  calls: scheduleCalls,
  views: { ScheduleView },
  routes: ({ guard }) => scheduleRoutes(guard),
  reactions: scheduleReactions,
  presenters: [scheduleLive],
  jobs: { 'schedule.send': sendScheduleJob, 'schedule.discardUpload': dropUploadJob },
  mediaGuards: { schedule: () => true },
  ports: { contactRecords: [countSchedulesOfContact] },
} satisfies Domain

function scheduleRoutes(guard: UserGuard) {
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
