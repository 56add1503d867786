import { and, asc, count, desc, type SQL } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { readRows, statement } from '../../kernel/database/statement'
import type { QueueId, UserId } from '../../kernel/ids'
import { branchOfTickets, isAfter, orders, type PageKey, type TicketOrder } from './ticket-conditions'
import type { ScopeBranch } from './ticket-scope'
import { ticketTable } from '../ticket.tables'

type Condition = SQL | undefined

interface Reading {
  order: TicketOrder
  limit: number
  /** The last ticket of the page before. */
  after?: PageKey | undefined
}

const { id } = ticketTable

/** Finds the tickets of disjoint branches in order. */
export function findByBranch(
  ctx: CompanyContext,
  branches: readonly ScopeBranch[],
  filter: Condition,
  reading: Reading,
): PageKey[] {
  if (filter) return findInOrder(ctx, wheresOf(ctx, branches, filter), reading)
  const { order, limit, after = { at: 0, id: 0 } } = reading
  const me = actingUserId(ctx.actor) ?? 0
  const found = branches.flatMap((branch) =>
    statementFor(branch, reading).all(ctx, { me, queueIds: branch.queues.ids, limit, ...after }),
  )
  if (branches.length < 2) return found
  const sign = orders[order].isAscending ? 1 : -1
  return found.sort((a, b) => sign * (a.at - b.at || a.id - b.id)).slice(0, limit)
}

type Place = PageKey & { me: UserId; queueIds: readonly QueueId[]; limit: number }

const listing = (branch: ScopeBranch, { order, after }: Reading) =>
  statement((db, v: Place) => {
    const where = and(branchOfTickets(v.me, branch, v.queueIds), after && isAfter(v, order))
    return inOrder(keys(db, order, where), order, v.limit)
  })

/** By form. Building and compiling the statement of an unfiltered list takes longer than running it. */
const kept = new Map<string, ReturnType<typeof listing>>()

function statementFor(branch: ScopeBranch, reading: Reading) {
  const { statuses, owner, snoozed, queues } = branch
  const { kind, none, ids } = queues
  const form = [statuses, owner, snoozed, kind, none, ids.length > 0, reading.order, reading.after !== undefined].join()
  let found = kept.get(form)
  if (!found) kept.set(form, (found = listing(branch, reading)))
  return found
}

/** SQLite reads each part from an index in order and merges them up to the limit. */
export function findInOrder(ctx: CompanyContext, wheres: readonly Condition[], { order, limit, after }: Reading) {
  const isNext = after && isAfter(after, order)
  const all = allOf(wheres.map((where) => keys(ctx.db, order, and(where, isNext))))
  return all ? readRows(ctx, inOrder(all, order, limit)) : []
}

/** Counts up to a limit. */
export function countUpTo(ctx: CompanyContext, wheres: readonly Condition[], limit: number) {
  const all = allOf(wheres.map((where) => ctx.db.select({ id }).from(ticketTable).where(where).$dynamic()))
  if (!all) return 0
  return readRows(ctx, ctx.db.select({ n: count() }).from(all.limit(limit).as('some')))[0]?.n ?? 0
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

/** Joins queries of the same fields by UNION ALL; undefined without any. */
const allOf = <Part extends { unionAll(part: Part): Part }>([first, ...others]: readonly Part[]) =>
  others.reduce((all, part) => all?.unionAll(part), first)
