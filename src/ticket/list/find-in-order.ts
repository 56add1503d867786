import { and, asc, count, desc, type SQL } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { queryRows, statement } from '../../kernel/database/statement'
import type { QueueId, UserId } from '../../kernel/ids'
import { keepNewest } from '../../kernel/keep-newest.contract'
import { branchOfTickets, isAfter, orders, type PageKey, type TicketOrder } from './ticket-conditions'
import type { ScopeBranch } from './ticket-scope'
import { ticketTable } from '../ticket.tables'

type Condition = SQL | undefined

interface Reading {
  order: TicketOrder
  limit: number
  after?: PageKey | undefined
}

const { id } = ticketTable

export function findByBranch(
  ctx: CompanyContext,
  branches: readonly ScopeBranch[],
  filter: Condition,
  reading: Reading,
): PageKey[] {
  if (branches.length === 0) return []
  if (filter) return findInOrder(ctx, wheresOf(ctx, branches, filter), reading)
  const me = actingUserId(ctx.actor) ?? 0
  const queueIds = Object.fromEntries(branches.map(({ queues }, index) => [index, queues.ids]))
  return statementFor(branches, reading).all(ctx, {
    me,
    limit: reading.limit,
    at: 0,
    id: 0,
    ...reading.after,
    ...queueIds,
  })
}

type Place = PageKey & { me: UserId; limit: number; [branch: number]: readonly QueueId[] }

const listing = (branches: readonly ScopeBranch[], { order, after }: Reading) =>
  statement((db, v: Place) => {
    const isNext = after && isAfter(v, order)
    const parts = branches.map((branch, index) => keys(db, order, and(branchOfTickets(v.me, branch, v[index]), isNext)))
    return inOrder(allOf(parts), order, v.limit)
  })

const keptMax = 200
/** By form. Building and compiling the statement of an unfiltered list takes longer than running it. */
const kept = new Map<string, ReturnType<typeof listing>>()

function statementFor(branches: readonly ScopeBranch[], reading: Reading) {
  const form = [
    reading.order,
    reading.after !== undefined,
    ...branches.flatMap(({ statuses, owner, snoozed, queues: { kind, none, ids } }) => [
      ...statuses,
      owner,
      snoozed,
      kind,
      none,
      ids.length > 0,
    ]),
  ].join()
  const known = kept.get(form)
  kept.delete(form)
  const found = known ?? listing(branches, reading)
  kept.set(form, found)
  keepNewest(kept, keptMax)
  return found
}

/** SQLite reads each part from an index in order and merges them up to the limit. */
export function findInOrder(ctx: CompanyContext, wheres: readonly Condition[], { order, limit, after }: Reading) {
  const isNext = after && isAfter(after, order)
  const parts = wheres.map((where) => keys(ctx.db, order, and(where, isNext)))
  return queryRows(ctx, inOrder(allOf(parts), order, limit))
}

export function countUpTo(ctx: CompanyContext, wheres: readonly Condition[], limit: number) {
  if (wheres.length === 0) return 0
  const parts = wheres.map((where) => ctx.db.select({ id }).from(ticketTable).where(where).$dynamic())
  return queryRows(ctx, ctx.db.select({ n: count() }).from(allOf(parts).limit(limit).as('some')))[0]?.n ?? 0
}

export function wheresOf(ctx: CompanyContext, branches: readonly ScopeBranch[], rest: Condition) {
  const me = actingUserId(ctx.actor) ?? 0
  return branches.map((branch) => and(branchOfTickets(me, branch), rest))
}

const keys = (db: BunSQLiteDatabase, order: TicketOrder, where: Condition) =>
  db
    .select({ id, at: orders[order].by.as('at') })
    .from(ticketTable)
    .where(where)
    .$dynamic()

function inOrder(keys: Keys, order: TicketOrder, limit: number) {
  const { by, isAscending } = orders[order]
  const direction = isAscending ? asc : desc
  return keys.orderBy(direction(by.as('at')), direction(id)).limit(limit)
}

type Keys = ReturnType<typeof keys>

const allOf = <Part extends { unionAll(part: Part): Part }>(parts: readonly Part[]) =>
  parts.reduce((all, part) => all.unionAll(part))
