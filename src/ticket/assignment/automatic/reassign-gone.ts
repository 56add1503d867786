import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { oneBatch } from '../../../kernel/company/batches'
import { asSystem, type CompanyContext } from '../../../kernel/company/company-context'
import { statement } from '../../../kernel/database/statement'
import type { QueueId, TicketId, UserId } from '../../../kernel/ids'
import { enqueueJob, type LocalJob } from '../../../kernel/job/jobs'
import { addMs } from '../../../kernel/time/clock'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { isGoneSince } from '../../../user/presence/is-gone'
import { findUser } from '../../../user/user.queries'
import type { TicketAssignment } from '../../ticket.policy'
import { getTicketRow } from '../../ticket.queries'
import { ticketTable } from '../../ticket.tables'
import { isOfWallet } from '../direct-to-wallet'
import { returnFromGone } from '../return-ticket'
import { findAssigningQueue } from './assigning-queues'

const { id, status, queueId, userId, snoozedUntil } = ticketTable

const isHeld = (v: { queueId: QueueId }) =>
  and(eq(queueId, v.queueId), inArray(status, ['open', 'pending']), isNull(snoozedUntil))

const statements = {
  owners: statement((db, v: { queueId: QueueId }) =>
    db
      .selectDistinct({ userId })
      .from(ticketTable)
      .where(and(isHeld(v), isNotNull(userId))),
  ),
  held: statement((db, v: { queueId: QueueId; userId: UserId; after: TicketId }) =>
    db
      .select({ id })
      .from(ticketTable)
      .where(and(isHeld(v), eq(userId, v.userId), gt(id, v.after)))
      .orderBy(id)
      .limit(100),
  ),
}

/** While somebody has tickets of a queue that takes them from who is gone. */
export function watchOwners(ctx: CompanyContext, { queueId, userId, status }: TicketAssignment) {
  if (userId === null || (status !== 'open' && status !== 'pending')) return
  const queue = findAssigningQueue(ctx, queueId)
  if (queue && queue.reassignMinutes > 0) watchLater(ctx, queue.id)
}

export function watchLater(ctx: CompanyContext, queueId: QueueId) {
  const options = { dedupeKey: `queue.reassign ${queueId}`, runAt: addMs(ctx.now, minuteMs) }
  enqueueJob(ctx, 'queue.reassign', { queueId }, options)
}

export const reassignJob: LocalJob<'queue.reassign'> = { attemptsMax: 10, run: reassign }

/** Returns when to look again. */
function reassign(ctx: CompanyContext, { queueId }: { queueId: QueueId }): Date | undefined {
  const queue = findAssigningQueue(ctx, queueId)
  if (!queue || queue.reassignMinutes === 0) return undefined
  const owners = statements.owners.all(ctx, { queueId }).flatMap(({ userId }) => userId ?? [])
  if (owners.length === 0) return undefined
  const since = addMs(ctx.now, -queue.reassignMinutes * minuteMs)
  for (const owner of owners) {
    const user = findUser(ctx, owner)
    if (user && isGoneSince(ctx, user, since) && releaseSome(ctx, queueId, owner)) return ctx.now
  }
  return addMs(ctx.now, minuteMs)
}

/** Returns whether there are more. Tickets of a wallet stay with its owner. */
function releaseSome(ctx: CompanyContext, queueId: QueueId, userId: UserId) {
  return oneBatch<{ id: TicketId }>(ctx, {
    next: (last) => statements.held.all(ctx, { queueId, userId, after: last?.id ?? 0 }),
    work({ id }) {
      if (!isOfWallet(ctx, getTicketRow(ctx, id))) returnFromGone(asSystem(ctx), id)
    },
  })
}
