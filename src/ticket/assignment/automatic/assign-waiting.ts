import { and, desc, eq, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import { type LongWork, oneBatch } from '../../../kernel/company/batches'
import type { CompanyContext } from '../../../kernel/company/company-context'
import { excluded } from '../../../kernel/database/expressions'
import { statement } from '../../../kernel/database/statement'
import { findLastTicketEvent } from '../../../kernel/event/event-log'
import type { ContactId, QueueId, TicketId, UserId } from '../../../kernel/ids'
import type { LocalJob } from '../../../kernel/job/jobs'
import { addMs } from '../../../kernel/time/clock'
import { minuteMs } from '../../../kernel/time/durations.contract'
import { listTagIdsOfContact } from '../../../tag/tag-links'
import { findTag } from '../../../tag/tag.queries'
import { getTicketRow, type TicketRow } from '../../ticket.queries'
import { assignmentTurnTable, ticketTable } from '../../ticket.tables'
import { assignPendingTicket } from '../assign-pending-ticket'
import { findAssigningQueue } from './assigning-queues'
import { listCandidates } from './candidates.view'
import { type Candidate, type Choice, chooseAgent, isEligible } from './choose-agent.policy'

const { id, status, contactId, queueId, userId, isBot, imported, snoozedUntil, priority } = ticketTable
const waitsSince = sql<number>`coalesce(${ticketTable.queuedAt}, ${ticketTable.createdAt})`
const rank = sql<number>`CASE ${priority} WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END`

interface Place {
  rank: number
  since: number
  id: TicketId
}

const first: Place = { rank: -1, since: 0, id: 0 }
const batchMax = 100

/** A bot asks first. */
const waitsIn = (of: QueueId) =>
  and(
    eq(queueId, of),
    eq(status, 'pending').inlineParams(),
    isNull(userId),
    eq(isBot, false),
    eq(imported, false),
    isNull(snoozedUntil),
  )

const statements = {
  any: statement((db, v: { queueId: QueueId }) =>
    db.select({ id }).from(ticketTable).where(waitsIn(v.queueId)).limit(1),
  ),
  /** The more urgent first, then who has waited longer. */
  waiting: statement((db, v: { queueId: QueueId; after: Place['rank']; since: number; id: TicketId }) =>
    db
      .select({ id, rank: rank.as('rank'), since: waitsSince.as('since') })
      .from(ticketTable)
      .where(and(waitsIn(v.queueId), sql`(${rank}, ${waitsSince}, ${id}) > (${v.after}, ${v.since}, ${v.id})`))
      .orderBy(sql`rank`, sql`since`, id)
      .limit(batchMax),
  ),
  lastAgent: statement((db, v: { contactId: ContactId; id: TicketId }) =>
    db
      .select({ userId })
      .from(ticketTable)
      .where(
        and(
          eq(contactId, v.contactId),
          ne(id, v.id),
          eq(status, 'closed').inlineParams(),
          isNotNull(userId),
          eq(imported, false),
        ),
      )
      .orderBy(desc(id))
      .limit(1),
  ),
  lastTurn: statement((db, v: { queueId: QueueId }) =>
    db
      .select({ turn: max(assignmentTurnTable.turn) })
      .from(assignmentTurnTable)
      .where(eq(assignmentTurnTable.queueId, v.queueId)),
  ),
  noteTurn: statement((db, v: { queueId: QueueId; userId: UserId; turn: number }) =>
    db
      .insert(assignmentTurnTable)
      .values({ queueId: v.queueId, userId: v.userId, turn: v.turn })
      .onConflictDoUpdate({
        target: [assignmentTurnTable.queueId, assignmentTurnTable.userId],
        set: { turn: excluded(assignmentTurnTable.turn) },
      }),
  ),
}

type AssigningQueue = NonNullable<ReturnType<typeof findAssigningQueue>>

export const assignWaitingJob: LocalJob<'queue.assign'> = { attemptsMax: 10, run: assignWaiting }

/** Everything is read and written in one transaction, so that limits and turns hold. Returns when to look again. */
function assignWaiting(ctx: CompanyContext, { queueId }: { queueId: QueueId }): Date | undefined {
  const queue = findAssigningQueue(ctx, queueId)
  if (!queue) return undefined
  const tally = { assigned: 0, left: false }
  const isMore = oneBatch(ctx, assigning(ctx, queue, tally))
  if (isMore && tally.assigned > 0) return ctx.now
  return isMore || tally.left ? addMs(ctx.now, minuteMs) : undefined
}

function assigning(
  ctx: CompanyContext,
  queue: AssigningQueue,
  tally: { assigned: number; left: boolean },
): LongWork<Place> {
  let candidates: Candidate[] = []
  const rule = ruleOf(queue)
  return {
    next(last) {
      if (!last) candidates = listCandidates(ctx, queue.id)
      if (!candidates.some((candidate) => isEligible(candidate, rule))) {
        tally.left ||= statements.any.get(ctx, { queueId: queue.id }) !== undefined
        return []
      }
      const { rank: after, since, id } = last ?? first
      return statements.waiting.all(ctx, { queueId: queue.id, after, since, id })
    },
    work({ id }) {
      const ticket = getTicketRow(ctx, id)
      const choice = chooseAgent(candidates, rule, wantedOf(ctx, queue, ticket))
      if (choice) assign(ctx, queue, ticket, choice)
      if (choice) tally.assigned++
      else tally.left = true
    },
  }
}

export const ruleOf = ({ assignmentMode: mode, ticketsPerAgent }: AssigningQueue) => ({
  mode: mode === 'none' ? ('inTurn' as const) : mode,
  ticketsPerAgent,
})

function wantedOf(ctx: CompanyContext, { lastAgentFirst, assignmentMode }: AssigningQueue, ticket: TicketRow) {
  return {
    exceptId: whoGaveItBack(ctx, ticket.id),
    lastAgentId: lastAgentFirst ? lastAgentOf(ctx, ticket) : undefined,
    tagIds: assignmentMode === 'bySkill' ? listTagIdsOfContact(ctx, ticket.contactId) : [],
  }
}

const moves = [
  ...(['ticket.created', 'ticket.reopened', 'ticket.accepted', 'ticket.assigned'] as const),
  ...(['ticket.returned', 'ticket.received', 'ticket.acceptUndone'] as const),
] as const
const givenBack = new Set<string>(['ticket.returned', 'ticket.received', 'ticket.acceptUndone'])

/** Who returned it to the queue does not get it again. */
function whoGaveItBack(ctx: CompanyContext, ticketId: TicketId) {
  const move = findLastTicketEvent(ctx, ticketId, moves)
  if (!move || !givenBack.has(move.type) || move.userId === undefined || !('before' in move.data)) return undefined
  return move.data.before.userId
}

function lastAgentOf(ctx: CompanyContext, { id, contactId }: TicketRow) {
  const reopened = findLastTicketEvent(ctx, id, ['ticket.reopened'])?.data.before.userId
  return reopened ?? statements.lastAgent.get(ctx, { contactId, id })?.userId ?? undefined
}

/** Notes it on the candidate, who is compared again for the next ticket. */
export function assign(
  ctx: CompanyContext,
  queue: Pick<AssigningQueue, 'id'>,
  ticket: TicketRow,
  { agent, reason, skillIds }: Choice,
) {
  const skills = skillIds.map((tagId) => findTag(ctx, tagId)?.name ?? '').join(', ')
  assignPendingTicket(ctx, ticket, agent.id, { why: { reason, ...(skills && { skills }) } })
  const turn = (statements.lastTurn.get(ctx, { queueId: queue.id })?.turn ?? 0) + 1
  statements.noteTurn.run(ctx, { queueId: queue.id, userId: agent.id, turn })
  agent.turn = turn
  agent.load++
}
