import { eq } from 'drizzle-orm'
import { recordEvent } from '../kernel/event/event-log'
import type { LocalJob, WaitingJob } from '../kernel/job/jobs'
import { discardUpload } from './schedule-media'
import { findSchedule, type ScheduleRow } from './schedule.queries'
import { scheduleTable } from './schedule.tables'
import { type DueSchedule, sendSchedule } from './send-schedule'
import type { CompanyContext } from '../kernel/company/company-context'
import { timeZoneOf } from '../kernel/time/time-zone'
import { nextOccurrence, occurrence } from './recurrence'
import { planSending } from './save-schedule'
import './schedule.events'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'schedule.send': DueSchedule
    'schedule.discardUpload': { mediaId: number }
  }
}

export const sendScheduleJob: WaitingJob<'schedule.send'> = {
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

export const dropUploadJob: LocalJob<'schedule.discardUpload'> = {
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
