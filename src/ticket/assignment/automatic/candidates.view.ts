import { and, eq, inArray, max, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { total } from '../../../kernel/database/expressions'
import { statement } from '../../../kernel/database/statement'
import type { QueueId, TagId, UserId } from '../../../kernel/ids'
import { companyClock, isWithinHours } from '../../../kernel/time/time-zone'
import { addMs } from '../../../kernel/time/clock'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { isGoneSince } from '../../../user/presence/is-gone'
import { isOnlineNow } from '../../../user/present-user'
import { userQueueTable, userTable, userTagTable } from '../../../user/user.tables'
import type { TicketStatus } from '../../ticket-status'
import { assignmentTurnTable, ticketCountTable, ticketTable } from '../../ticket.tables'
import { findAssigningQueue } from './assigning-queues'
import type { Candidate } from './choose-agent.policy'

// Joins, because the members of a queue are compared by their tickets, presence, turns and skills at once.
const statements = {
  members: statement((db, { queueId }: { queueId: QueueId }) => {
    const { id, lastSeenAt, signedOutAt, leftAt, pause, startWork, endWork } = userTable
    const { status, userId, tickets } = ticketCountTable
    const { turn } = assignmentTurnTable
    const load = db
      .select({ tickets: total(tickets) })
      .from(ticketCountTable)
      .where(and(inArray(status, ['open', 'pending']), eq(userId, id)))
    const changedAt = (status: TicketStatus) =>
      db
        .select({ at: max(ticketTable.updatedAt) })
        .from(ticketTable)
        .where(and(eq(ticketTable.userId, id), eq(ticketTable.status, status)))
    const ofQueue = and(eq(assignmentTurnTable.userId, id), eq(assignmentTurnTable.queueId, userQueueTable.queueId))
    return db
      .select({
        id,
        lastSeenAt,
        signedOutAt,
        leftAt,
        pause,
        startWork,
        endWork,
        turn: sql<number>`ifnull(${turn}, 0)`,
        load: sql<number>`${load}`,
        busyAt: sql<number>`max(ifnull(${changedAt('open')}, 0), ifnull(${changedAt('closed')}, 0))`,
      })
      .from(userQueueTable)
      .innerJoin(userTable, eq(id, userQueueTable.userId))
      .leftJoin(assignmentTurnTable, ofQueue)
      .where(eq(userQueueTable.queueId, queueId))
  }),
  skills: statement((db, { queueId }: { queueId: QueueId }) =>
    db
      .select({ userId: userTagTable.userId, tagId: userTagTable.tagId })
      .from(userQueueTable)
      .innerJoin(userTagTable, eq(userTagTable.userId, userQueueTable.userId))
      .where(eq(userQueueTable.queueId, queueId)),
  ),
}

export function listCandidates(ctx: CompanyContext, queueId: QueueId): Candidate[] {
  const { time } = companyClock(ctx)
  // Who is taken for gone would lose what they get.
  const minutes = findAssigningQueue(ctx, queueId)?.reassignMinutes ?? 0
  const goneSince = minutes > 0 ? addMs(ctx.now, -minutes * minuteMs) : undefined
  const skills = new Map<UserId, Set<TagId>>()
  for (const { userId, tagId } of statements.skills.all(ctx, { queueId })) {
    skills.set(userId, (skills.get(userId) ?? new Set()).add(tagId))
  }
  return statements.members.all(ctx, { queueId }).map(({ id, load, busyAt, turn, ...user }) => ({
    id,
    load,
    busyAt,
    turn,
    isThere:
      user.pause === null &&
      isOnlineNow(ctx, { id, lastSeenAt: user.lastSeenAt }) &&
      !(goneSince && isGoneSince(ctx, { id, ...user }, goneSince)),
    isWithinHours: isWithinHours(time, user.startWork, user.endWork),
    skills: skills.get(id) ?? new Set(),
  }))
}
