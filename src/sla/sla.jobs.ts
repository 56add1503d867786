import { inBatches, oneBatch } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import type { TicketId } from '../kernel/ids'
import { enqueueJob, type LocalJob, type WaitingJob } from '../kernel/job/jobs'
import { hourMs, secondMs } from '../kernel/time/durations.contract'
import { notifyUser } from '../notification/notify-user'
import { findTicketRow, listTicketIdsOfStatus, type TicketRow } from '../ticket/ticket.queries'
import { listUsersToTell } from '../user/user.queries'
import { breach, warn } from './clock'
import { type Clock, listDueClocks, nextMarkAt, removeClock } from './clock.store'
import { recalculate } from './sla.reactions'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    /** `since`: tells later changes from earlier ones. */
    'sla.recalculate': { since: number }
    /** A later one begins the wait anew. */
    'sla.publish': { sinceMs: number }
  }
}

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    /** The due times of many tickets changed, which have no event each. */
    'slaTargets.applied': object
  }
}

/** Marks what is due, each in the transaction of its notices: none is lost or told twice by a late or repeated run. */
export const markJob: LocalJob<'sla.mark'> = {
  attemptsMax: 1_000_000,
  mayRunEarly: true,
  run(ctx) {
    const nowMs = ctx.now.getTime()
    const isMore = oneBatch<Clock>(ctx, {
      next: () => listDueClocks(ctx, nowMs, 100),
      work: (clock) => mark(ctx, clock),
    })
    const nextAt = isMore ? nowMs : nextMarkAt(ctx)
    return nextAt === undefined ? undefined : new Date(nextAt)
  },
}

function mark(ctx: CompanyContext, clock: Clock) {
  const ticket = findTicketRow(ctx, clock.ticketId)
  if (!ticket) return void removeClock(ctx, clock)
  const isBreach = clock.dueAt !== null && clock.dueAt <= ctx.now.getTime()
  if (isBreach) breach(ctx, ticket, clock)
  else warn(ctx, ticket, clock)
  tell(ctx, ticket, { kind: isBreach ? 'slaBreached' : 'slaWarned', text: '' })
}

/** The agent, or whoever may take it; and admins. */
function tell(ctx: CompanyContext, { id, userId, queueId }: TicketRow, notice: Parameters<typeof notifyUser>[3]) {
  for (const reader of listUsersToTell(ctx, userId, queueId)) notifyUser(ctx, reader, id, notice)
}

const pageSize = 200

export const recalculateJob: WaitingJob<'sla.recalculate'> = {
  lane: 'waiting',
  isBulk: true,
  attemptsMax: 20,
  timeLimitMs: hourMs,
  async run(freshContext) {
    const ctx = freshContext()
    const ids = (['open', 'pending'] as const).flatMap((status) => listTicketIdsOfStatus(ctx, status, -1))
    await inBatches<TicketId>(ctx, {
      next: (_, done) => ids.slice(done, done + pageSize),
      work(id) {
        const ctx = freshContext()
        if (recalculate(ctx, id)) publishLater(ctx)
      },
    })
  },
}

/** After the last batch, so that browsers read their lists once. */
function publishLater(ctx: CompanyContext) {
  const sinceMs = ctx.now.getTime()
  enqueueJob(ctx, 'sla.publish', { sinceMs }, { dedupeKey: 'sla.publish', runAt: new Date(sinceMs + 2 * secondMs) })
}

export const publishJob: LocalJob<'sla.publish'> = {
  attemptsMax: 20,
  run: (ctx) => ctx.transaction(() => void recordEvent(ctx, 'slaTargets.applied', {}, {})),
}

export function recalculateLater(ctx: CompanyContext) {
  enqueueJob(ctx, 'sla.recalculate', { since: ctx.now.getTime() }, { dedupeKey: 'sla.recalculate' })
}
