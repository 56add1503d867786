import { and, eq, gt, lte } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { planSending } from './save-schedule'
import { passOver } from './send-schedule'
import { scheduleTable } from './schedule.tables'

const { id, status, sendAt } = scheduleTable
const isWaiting = eq(status, 'PENDENTE')

/** Of a company that was moved in: the other system has sent them. One that repeats is planned for its next time. */
export function passOverDueSchedules(ctx: CompanyContext) {
  const due = ctx.db
    .select()
    .from(scheduleTable)
    .where(and(isWaiting, lte(sendAt, ctx.now)))
    .all()
  for (const schedule of due) passOver(ctx, schedule, 'ERR_NOT_SENT_BEFORE_MOVE')
}

/** Of a company that was moved in: each gets the job that it waits for. */
export function planComingSchedules(ctx: CompanyContext) {
  const coming = ctx.db
    .select({ id })
    .from(scheduleTable)
    .where(and(isWaiting, gt(sendAt, ctx.now)))
    .all()
  for (const schedule of coming) planSending(ctx, schedule.id)
}
