import { and, asc, count, desc, type SQL, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { inList } from '../../kernel/database/expressions'
import { statement, statementOfForm } from '../../kernel/database/statement'
import type { QueueId, TicketId, UserId } from '../../kernel/ids'
import {
  allOf,
  branchOfTickets,
  queueIdsOf,
  formOf,
  inScope,
  isAfter,
  orders,
  type PageKey,
  type TicketOrder,
} from './ticket-conditions'
import type { ScopeBranch } from './ticket-scope'
import { ticketTable } from '../ticket.tables'

interface Chosen {
  branches: readonly ScopeBranch[]
  filter?: SQL | undefined
  /** Else SQLite reads each branch from an index in order and merges them up to the limit. */
  isAtOnce?: boolean
}

interface Reading extends Chosen {
  order: TicketOrder
  after?: PageKey | undefined
}

interface Choice {
  me: UserId
  filter: SQL
  /** Its queues. */
  [branch: number]: readonly QueueId[]
}

const { id } = ticketTable

const formOfChosen = ({ branches, filter, isAtOnce }: Chosen) =>
  `${filter !== undefined} ${isAtOnce} ${branches.map(formOf).join()}`

function wheresOf({ branches, filter, isAtOnce }: Chosen, v: Choice) {
  const isInBranch = branches.map((branch, index) => branchOfTickets(v.me, branch, v[index]))
  const wheres = isAtOnce ? [inScope(isInBranch)] : isInBranch
  return wheres.map((where) => and(where, filter && v.filter))
}

function choiceOf(ctx: CompanyContext, { branches, filter }: Chosen) {
  return { me: actingUserId(ctx.actor) ?? 0, filter: filter ?? sql`1`, ...queueIdsOf(branches) }
}

const listing = statementOfForm(
  (form: Reading) => `${form.order} ${form.after !== undefined} ${formOfChosen(form)}`,
  (db, v: Choice & PageKey & { limit: number }, form) => {
    const { by, isAscending } = orders[form.order]
    const direction = isAscending ? asc : desc
    const isNext = form.after && isAfter(v, form.order)
    const parts = wheresOf(form, v).map((where) => keys(db, form.order, and(where, isNext)))
    return allOf(parts)
      .orderBy(direction(by.as('at')), direction(id))
      .limit(v.limit)
  },
)

export function findInOrder(ctx: CompanyContext, reading: Reading, limit: number): PageKey[] {
  if (reading.branches.length === 0) return []
  const from = { at: 0, id: 0, ...reading.after }
  return listing(reading).all(ctx, { ...choiceOf(ctx, reading), ...from, limit })
}

const keys = (db: BunSQLiteDatabase, order: TicketOrder, where: SQL | undefined) =>
  db
    .select({ id, at: orders[order].by.as('at') })
    .from(ticketTable)
    .where(where)
    .$dynamic()

export const countMax = 1000

const counting = statementOfForm(formOfChosen, (db, v: Choice, form) => {
  const parts = wheresOf(form, v).map((where) => db.select({ id }).from(ticketTable).where(where).$dynamic())
  // With a limit that is bound, SQLite counts half as fast.
  const some = allOf(parts)
    .limit(countMax + 1)
    .as('some')
  return db.select({ n: count() }).from(some)
})

/** One more than `countMax` if there are more. */
export function countChosen(ctx: CompanyContext, chosen: Chosen): number {
  return chosen.branches.length === 0 ? 0 : (counting(chosen).get(ctx, choiceOf(ctx, chosen))?.n ?? 0)
}

const countingAmong = statement((db, v: { ids: readonly TicketId[]; isMatch: SQL }) =>
  db
    .select({ n: count() })
    .from(ticketTable)
    .where(and(inList(id, v.ids), v.isMatch)),
)

export function countAmong(ctx: CompanyContext, ids: readonly TicketId[], isMatch: SQL): number {
  return countingAmong.get(ctx, { ids, isMatch })?.n ?? 0
}
