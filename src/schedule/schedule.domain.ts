import type { Domain } from '../platform/domain'
import { schedulePerson } from './schedule.person'
import { type CompanyContext, requirePlan } from '../kernel/company/company-context'
import { isEvent, type RecordedEvent, recordEvent, reaction, readEvents } from '../kernel/event/event-log'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { presentForAudiences, presentSchedule } from './present-schedule'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import type { UserGuard } from '../kernel/http/user-guard'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import {
  createSchedule,
  deleteSchedule,
  getChangeable,
  setScheduleMedia,
  updateSchedule,
  planSending,
  removeSchedule,
  uploadScheduleMedia,
  discardUpload,
} from './save-schedule'
import { scheduleCalls, ScheduleView } from './schedule.calls'
import { listScheduleDays, listSchedules, findSchedule, type ScheduleRow } from './schedule.queries'
import { countSchedulesOfContact } from './schedule.queries'
import { eq, and, inArray } from 'drizzle-orm'
import type { LocalJob, WaitingJob } from '../kernel/job/jobs'
import { scheduleTable } from './schedule.tables'
import { type DueSchedule, sendSchedule } from './send-schedule'
import { timeZoneOf } from '../kernel/time/time-zone'
import { nextOccurrence, occurrence } from './recurrence'
import type { ContactUnmerge } from '../contact/contact.events'
import { statement } from '../kernel/database/statement'
import type { ContactId, MessageId } from '../kernel/ids'
import { findMessageRow } from '../message/message.queries'

const byMessage = statement((db, of: { messageId: MessageId }) => {
  const { id, contactId, status, messageId } = scheduleTable
  return db.select({ id, contactId, status }).from(scheduleTable).where(eq(messageId, of.messageId))
})

const scheduleReactions = [
  reaction('message.delivered', (ctx, { messageId, data }) => {
    if (data.ack !== 0) noteDelivery(ctx, messageId, data.ack)
  }),
  reaction('contact.merged', (ctx, { data, contactId }) => followContact(ctx, data.fromContactId, contactId)),
  reaction('contact.unmerged', (ctx, { data, contactId }) => goBack(ctx, data, contactId)),
  reaction('contact.deleted', (ctx, { contactId }) => {
    const ofContact = eq(scheduleTable.contactId, contactId)
    for (const schedule of ctx.db.select().from(scheduleTable).where(ofContact).all()) removeSchedule(ctx, schedule)
  }),
]

function noteDelivery(ctx: CompanyContext, messageId: MessageId, ack: number) {
  const schedule = byMessage.get(ctx, { messageId })
  if (!schedule) return
  const { id: scheduleId, contactId } = schedule
  const repeats = schedule.status === 'PENDENTE'
  const where = eq(scheduleTable.id, scheduleId)
  if (ack < 0) {
    const error = findMessageRow(ctx, messageId)?.sendError || 'ERR_SENDING_WAPP_MSG'
    const changes = { error, updatedAt: ctx.now, ...(repeats ? {} : { status: 'ERRO' as const }) }
    ctx.db.update(scheduleTable).set(changes).where(where).run()
    recordEvent(ctx, 'schedule.failed', { contactId }, { scheduleId, error })
  } else if (ack === 1 || schedule.status === 'AGENDADA' || schedule.status === 'ERRO') {
    const changes = {
      error: '',
      sentAt: ctx.now,
      updatedAt: ctx.now,
      ...(repeats ? {} : { status: 'ENVIADA' as const }),
    }
    ctx.db.update(scheduleTable).set(changes).where(where).run()
    recordEvent(ctx, 'schedule.sent', { contactId }, { scheduleId })
  }
}

function followContact(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const ofContact = eq(scheduleTable.contactId, fromId)
  const moved = ctx.db.update(scheduleTable).set({ contactId: intoId }).where(ofContact).returning().all()
  const scheduleIds = moved.map(({ id }) => id)
  if (moved.length > 0) recordEvent(ctx, 'schedule.contactChanged', { contactId: intoId }, { scheduleIds })
}

function goBack(ctx: CompanyContext, undone: ContactUnmerge, intoId: ContactId) {
  const { fromContactId: contactId, firstEvent, lastEvent } = undone
  for (const event of readEvents(ctx, firstEvent, { last: lastEvent })) {
    if (!isEvent(event, 'schedule.contactChanged')) continue
    const own = and(inArray(scheduleTable.id, event.data.scheduleIds), eq(scheduleTable.contactId, intoId))
    const moved = ctx.db.update(scheduleTable).set({ contactId }).where(own).returning().all()
    const scheduleIds = moved.map(({ id }) => id)
    if (moved.length > 0) recordEvent(ctx, 'schedule.contactChanged', { contactId }, { scheduleIds })
  }
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'schedule.send': DueSchedule
    'schedule.discardUpload': { mediaId: number }
  }
}

const sendScheduleJob: WaitingJob<'schedule.send'> = {
  lane: 'waiting',
  attemptsMax: 8,
  timeLimitMs: 120_000,
  mayRunEarly: true,
  async run(freshContext, due) {
    const later = waitForSchedule(freshContext(), due)
    if (later) return later
    await sendSchedule(freshContext, due)
  },
  givenUp(ctx, { scheduleId, sendAt }) {
    ctx.transaction(() => {
      const schedule = findSchedule(ctx, scheduleId)
      if (schedule?.status !== 'PENDENTE' || schedule.sendAt.getTime() !== sendAt) return
      const error = 'ERR_SENDING_WAPP_MSG'
      const changes = { status: 'ERRO' as const, error, updatedAt: ctx.now }
      ctx.db.update(scheduleTable).set(changes).where(eq(scheduleTable.id, scheduleId)).run()
      recordEvent(ctx, 'schedule.failed', { contactId: schedule.contactId }, { scheduleId, error })
    })
  },
}

const dropUploadJob: LocalJob<'schedule.discardUpload'> = {
  attemptsMax: 3,
  run: (ctx, { mediaId }) => discardUpload(ctx, mediaId),
}

/** After the clock was set back; undefined if due, or planned anew. */
function waitForSchedule(ctx: CompanyContext, { scheduleId, sendAt }: DueSchedule): Date | undefined {
  const schedule = findSchedule(ctx, scheduleId)
  if (schedule?.status !== 'PENDENTE' || schedule.sendAt.getTime() !== sendAt) return undefined
  if (schedule.sendAt <= ctx.now) return undefined
  const next = plannedAhead(ctx, schedule)
  if (!next) return schedule.sendAt
  ctx.transaction(() => {
    const changes = { step: next.step, sendAt: next.at, updatedAt: ctx.now }
    ctx.db.update(scheduleTable).set(changes).where(eq(scheduleTable.id, scheduleId)).run()
    recordEvent(ctx, 'schedule.updated', { contactId: schedule.contactId }, { scheduleId })
    planSending(ctx, scheduleId)
  })
  return undefined
}

/** Planned while the clock was ahead. It must not repeat the last one. */
function plannedAhead(ctx: CompanyContext, schedule: ScheduleRow) {
  const zone = timeZoneOf(ctx)
  if (schedule.step < 2 || occurrence(schedule, schedule.step - 2, zone) <= ctx.now) return undefined
  return nextOccurrence(schedule, { step: 0, after: ctx.now, zone })
}

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
  person: schedulePerson,
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
      if (body.scheduleId !== undefined) return replaceMedia(ctx, body.scheduleId, body.file)
      return uploadScheduleMedia(ctx, body.file)
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

declare module '../kernel/event/event-log' {
  interface RequiredSubjects {
    schedule: 'contactId'
  }

  interface EventPayloads {
    'schedule.created': { scheduleId: number }
    'schedule.updated': { scheduleId: number }
    'schedule.due': { scheduleId: number; messageId: number }
    'schedule.sent': { scheduleId: number }
    'schedule.failed': { scheduleId: number; error: string }
    'schedule.deleted': { scheduleId: number }
    'schedule.contactChanged': { scheduleIds: number[] }
  }
}
