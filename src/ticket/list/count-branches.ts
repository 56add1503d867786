import { and, eq } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { total } from '../../kernel/database/expressions'
import { statementOfForm } from '../../kernel/database/statement'
import type { QueueId, UserId } from '../../kernel/ids'
import { allOf, branchOfCounts, formOf, queueIdsOf } from './ticket-conditions'
import type { ScopeBranch } from './ticket-scope'
import { ticketCountTable } from '../ticket.tables'

interface Counts {
  tickets: number
  unread: number
}

type CountedBranch = ScopeBranch & Counts

type Counted = { me: UserId; [branch: number]: readonly QueueId[] }

const { status, tickets, unread } = ticketCountTable
const sums = { tickets: total(tickets), unread: total(unread) }

const counting = statementOfForm(
  (scope: readonly ScopeBranch[]) => scope.map(formOf).join(),
  (db, v: Counted, scope) => {
    const isCounted = scope.flatMap((branch, index) =>
      branch.statuses.map((one) => and(eq(status, one), branchOfCounts(v.me, branch, v[index]))),
    )
    return allOf(isCounted.map((where) => db.select(sums).from(ticketCountTable).where(where).$dynamic()))
  },
)

/** Maintained by triggers. */
export function countBranches(ctx: CompanyContext, scope: readonly ScopeBranch[]): CountedBranch[] {
  const branches = scope.flatMap((branch) => branch.statuses.map((status) => ({ ...branch, statuses: [status] })))
  if (branches.length === 0) return []
  const counts = counting(scope).all(ctx, { me: actingUserId(ctx.actor) ?? 0, ...queueIdsOf(scope) })
  return branches.map((branch, index) => ({ ...branch, tickets: 0, unread: 0, ...counts[index] }))
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
