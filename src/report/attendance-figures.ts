import { and, eq, getTableColumns, gt, gte, lt, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { nextTurn } from '../kernel/company/batches'
import { excluded, total } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import type { UserId } from '../kernel/ids'
import { startOfHour, timeZoneOf } from '../kernel/time/time-zone'
import { attendanceHourTable } from './report.tables'
import { keysOf, pick, recordOf } from '../kernel/typed-object.contract'
import { dayMs } from '../kernel/time/durations.contract'

type Row = typeof attendanceHourTable.$inferSelect
export type Figures = Omit<Row, 'startsAt' | 'userId'>

const { startsAt: _startsAt, userId: _userId, ...columns } = getTableColumns(attendanceHourTable)
const names = keysOf(columns)

interface Span {
  startMs: number
  endMs: number
}

const hours = attendanceHourTable
const { userId, startsAt } = hours
const sums = recordOf(names, (name) => total(columns[name]))
const added = recordOf(names, (name) => sql`${columns[name]} + ${excluded(columns[name])}`)

const isWithin = ({ startMs, endMs }: Span) => and(gte(startsAt, startMs), lt(startsAt, endMs))

/** Includes users who were deleted. One index lookup per user finds them, a second their hours. */
const isInSpan = (span: Span) =>
  and(
    sql`${userId} IN (
      WITH RECURSIVE person (id) AS (
        SELECT min(${userId}) FROM ${hours}
        UNION ALL
        SELECT (SELECT min(${userId}) FROM ${hours} WHERE ${userId} > id) FROM person WHERE id IS NOT NULL
      ) SELECT id FROM person WHERE id IS NOT NULL
    )`,
    isWithin(span),
  )

const statements = {
  add: statement((db, row: Row) =>
    db
      .insert(hours)
      .values(pick(row, 'userId', 'startsAt', ...names))
      .onConflictDoUpdate({ target: [userId, startsAt], set: added }),
  ),
  sumByUser: statement((db, span: Span) =>
    db
      .select({ userId, ...sums })
      .from(hours)
      .where(isInSpan(span))
      .groupBy(userId),
  ),
  sumByTime: statement((db, span: Span) =>
    db
      .select({ startsAt, ...sums })
      .from(hours)
      .where(isInSpan(span))
      .groupBy(startsAt)
      .orderBy(startsAt),
  ),
  sum: statement((db, span: Span) => db.select(sums).from(hours).where(isInSpan(span))),
  begun: statement((db, span: Span) => {
    const tickets = sql<number>`${hours.active} + ${hours.passive}`
    return db
      .select({ startsAt, tickets })
      .from(hours)
      .where(and(eq(userId, 0), isWithin(span), gt(tickets, 0)))
      .orderBy(startsAt)
  }),
}

export function addFigures(ctx: CompanyContext, at: Date, userId: UserId | null, figures: Partial<Figures>) {
  const row = recordOf(names, (name) => figures[name] ?? 0)
  statements.add.run(ctx, { userId: userId ?? 0, startsAt: startOfHour(at, timeZoneOf(ctx)), ...row })
}

/** The time whose rows are read in one turn of the event loop: about 10 ms for 50 users around the clock. */
const turnMs = 31 * dayMs
/** Sums by time need sorting. */
const sortedTurnMs = turnMs / 3

/** Reads in parts, so that the event loop is not blocked. */
async function readInTurns<Result>({ startMs, endMs }: Span, read: (part: Span) => Result, stepMs = turnMs) {
  const results: Result[] = []
  for (let fromMs = startMs; fromMs < endMs; fromMs += stepMs) {
    if (fromMs > startMs) await nextTurn()
    results.push(read({ startMs: fromMs, endMs: Math.min(fromMs + stepMs, endMs) }))
  }
  return results
}

export async function sumFiguresByUser(ctx: CompanyContext, span: Span): Promise<Map<UserId, Figures>> {
  const parts = await readInTurns(span, (part) => statements.sumByUser.all(ctx, part))
  const byUser = Map.groupBy(parts.flat(), ({ userId }) => userId)
  return new Map([...byUser].map(([userId, rows]) => [userId, totalOf(rows)]))
}

export async function listFiguresByTime(ctx: CompanyContext, span: Span) {
  return (await readInTurns(span, (part) => statements.sumByTime.all(ctx, part), sortedTurnMs)).flat()
}

export async function sumFigures(ctx: CompanyContext, span: Span): Promise<Figures> {
  return totalOf((await readInTurns(span, (part) => statements.sum.all(ctx, part))).flat())
}

export function totalOf(parts: readonly Figures[]): Figures {
  return recordOf(names, (name) => parts.reduce((sum, figures) => sum + figures[name], 0))
}

export function listStartedTickets(ctx: CompanyContext, { startMs, endMs }: Span) {
  return statements.begun.all(ctx, { startMs, endMs })
}
