import { and, count, eq, lte } from 'drizzle-orm'
import { createTurns } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import type { RestoredCompany } from '../kernel/company/restored-company'
import { cancelJob } from '../kernel/job/jobs'
import { planSending, sendingKey } from './save-schedule'
import { passOver } from './send-schedule'
import { type ScheduleRow } from './schedule.queries'
import { scheduleTable } from './schedule.tables'

const heldStatus = 'PENDENTE'
const { id, status, sendAt } = scheduleTable

const listPlanned = ({ db }: CompanyContext) => db.select().from(scheduleTable).where(eq(status, heldStatus)).all()

/** What was sent since counts as sent. What was due and may not have been waits without its job. */
export async function restoreSchedules({ restored, present }: RestoredCompany) {
  const turn = createTurns()
  for (const schedule of listPlanned(restored)) {
    const today = present?.db.select().from(scheduleTable).where(eq(id, schedule.id)).get()
    if (today && isLater(today, schedule)) takeProgress(restored, schedule, today)
    else if (schedule.sendAt <= restored.now) cancelJob(restored, sendingKey(schedule))
    await turn()
  }
}

const isLater = (today: ScheduleRow, then: ScheduleRow) =>
  today.status !== heldStatus || today.sentTimes > then.sentTimes || today.sendAt > then.sendAt

function takeProgress(restored: CompanyContext, then: ScheduleRow, today: ScheduleRow) {
  const { status, sendAt, sentAt, step, sentTimes, startsAt, error } = today
  cancelJob(restored, sendingKey(then))
  const happened = { status, sendAt, sentAt, step, sentTimes, startsAt, error, messageId: null }
  restored.db.update(scheduleTable).set(happened).where(eq(id, then.id)).run()
  // What the present still has to send is due before long, or held.
  if (status === heldStatus && sendAt > restored.now) planSending(restored, then.id)
}

/** Due before the restore; a schedule without its job is sent by nothing else. */
const heldBefore = (before: Date) => and(eq(status, heldStatus), lte(sendAt, before))

export const countHeldSchedules = (ctx: CompanyContext, restoredAt: Date) =>
  ctx.db.select({ n: count() }).from(scheduleTable).where(heldBefore(restoredAt)).get()?.n ?? 0

const listHeld = (ctx: CompanyContext, restoredAt: Date) =>
  ctx.db.select().from(scheduleTable).where(heldBefore(restoredAt)).orderBy(sendAt).all()

export function releaseHeldSchedules(ctx: CompanyContext, restoredAt: Date) {
  for (const schedule of listHeld(ctx, restoredAt)) planSending(ctx, schedule.id)
}

/** The next time of one that repeats is planned. */
export function discardHeldSchedules(ctx: CompanyContext, restoredAt: Date) {
  for (const schedule of listHeld(ctx, restoredAt)) passOver(ctx, schedule, 'ERR_DISCARDED_AFTER_RESTORE')
}
