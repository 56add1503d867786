import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { inList, total } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { QueueId, UserId } from '../../kernel/ids'
import type { ScopeBranch } from './ticket-scope'
import type { TicketStatus } from '../ticket-status'
import { ticketCountTable } from '../ticket.tables'

interface Counts {
  tickets: number
  unread: number
}

type CountedBranch = ScopeBranch & Counts

type Counted = {
  status: TicketStatus
  userId: UserId
  snoozed: boolean | null
  inAllQueues: boolean
  queueIds: readonly QueueId[]
  areOnly: boolean
  withNone: boolean
}

const { status, userId, queueId, snoozed, tickets, unread } = ticketCountTable

// 0 means no owner and no queue.
const counting = (isOwned: (userId: UserId) => SQL | undefined) =>
  statement((db, v: Counted) =>
    db
      .select({ tickets: total(tickets), unread: total(unread) })
      .from(ticketCountTable)
      .where(
        and(
          eq(status, v.status),
          isOwned(v.userId),
          sql`ifnull(${snoozed} = ${v.snoozed}, true)`,
          sql`(${v.inAllQueues} OR iif(${queueId} = 0, ${v.withNone}, (${inList(queueId, v.queueIds)}) = ${v.areOnly}))`,
        ),
      ),
  )

const ofOwner = counting((id) => eq(userId, id))
const statements = {
  me: ofOwner,
  nobody: ofOwner,
  notMe: counting((id) => ne(userId, id)),
  any: counting(() => undefined),
}

/** Maintained by triggers. */
export function countBranches(ctx: CompanyContext, scope: readonly ScopeBranch[]): CountedBranch[] {
  const me = actingUserId(ctx.actor) ?? 0
  return scope.flatMap((branch) => {
    const { statuses, owner, queues, snoozed } = branch
    return statuses.map((status) => {
      const counts = statements[owner].get(ctx, {
        status,
        userId: owner === 'nobody' ? 0 : me,
        snoozed: snoozed ? snoozed === 'only' : null,
        inAllQueues: queues.kind === 'except' && queues.none && queues.ids.length === 0,
        queueIds: queues.ids,
        areOnly: queues.kind === 'only',
        withNone: queues.none,
      })
      return { ...branch, statuses: [status], tickets: 0, unread: 0, ...counts }
    })
  })
}

/** A scope by status. What has no tickets need not be searched. */
export function presentBranches(ctx: CompanyContext, scope: readonly ScopeBranch[], counted: keyof Counts = 'tickets') {
  return countBranches(ctx, scope).filter((branch) => branch[counted] > 0)
}

export function countInScope(ctx: CompanyContext, scope: readonly ScopeBranch[]): Counts {
  return sumOf(countBranches(ctx, scope))
}

export function sumOf(branches: readonly Counts[]): Counts {
  const sum = { tickets: 0, unread: 0 }
  for (const { tickets, unread } of branches) {
    sum.tickets += tickets
    sum.unread += unread
  }
  return sum
}
