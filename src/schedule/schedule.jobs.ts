import { eq } from 'drizzle-orm'
import { recordEvent } from '../kernel/event/event-log'
import type { LocalJob, WaitingJob } from '../kernel/job/jobs'
import { discardUpload } from './schedule-media'
import { findSchedule } from './schedule.queries'
import { scheduleTable } from './schedule.tables'
import { type DueSchedule, sendSchedule } from './send-schedule'
import { waitForSchedule } from './wait-for-schedule'

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
