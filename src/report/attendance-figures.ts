import { and, eq, getTableColumns, gt, gte, lt, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { nextTurn } from '../kernel/company/batches'
import { excluded, total } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import type { UserId } from '../kernel/ids'
import { startOfHour, timeZoneOf } from '../kernel/time/time-zone'
import { attendanceDayTable, attendanceHourTable } from './report.tables'
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
const added = recordOf(names, (name) => sql`${columns[name]} + ${excluded(columns[name])}`)

type FiguresTable = typeof attendanceHourTable | typeof attendanceDayTable

const isWithin = (table: FiguresTable, { startMs, endMs }: Span) =>
  and(gte(table.startsAt, startMs), lt(table.startsAt, endMs))

/** Includes users who were deleted. One index lookup per user finds them, a second their rows. */
const isInSpan = (table: FiguresTable, span: Span) =>
  and(
    sql`${table.userId} IN (
      WITH RECURSIVE person (id) AS (
        SELECT min(${table.userId}) FROM ${table}
        UNION ALL
        SELECT (SELECT min(${table.userId}) FROM ${table} WHERE ${table.userId} > id) FROM person WHERE id IS NOT NULL
      ) SELECT id FROM person WHERE id IS NOT NULL
    )`,
    isWithin(table, span),
  )

const sumsOf = (table: FiguresTable) => recordOf(names, (name) => total(table[name]))

const sumByUser = (table: FiguresTable) =>
  statement((db, span: Span) =>
    db
      .select({ userId: table.userId, ...sumsOf(table) })
      .from(table)
      .where(isInSpan(table, span))
      .groupBy(table.userId),
  )

const statements = {
  add: statement((db, row: Row) =>
    db
      .insert(hours)
      .values(pick(row, 'userId', 'startsAt', ...names))
      .onConflictDoUpdate({ target: [userId, startsAt], set: added }),
  ),
  sumHours: sumByUser(hours),
  sumDays: sumByUser(attendanceDayTable),
  sumByTime: statement((db, span: Span) =>
    db
      .select({ startsAt, ...sumsOf(hours) })
      .from(hours)
      .where(isInSpan(hours, span))
      .groupBy(startsAt)
      .orderBy(startsAt),
  ),
  begun: statement((db, span: Span) => {
    const tickets = sql<number>`${hours.active} + ${hours.passive}`
    return db
      .select({ startsAt, tickets })
      .from(hours)
      .where(and(eq(userId, 0), isWithin(hours, span), gt(tickets, 0)))
      .orderBy(startsAt)
  }),
}

export function addFigures(ctx: CompanyContext, at: Date, userId: UserId | null, figures: Partial<Figures>) {
  const row = recordOf(names, (name) => figures[name] ?? 0)
  statements.add.run(ctx, { userId: userId ?? 0, startsAt: startOfHour(at, timeZoneOf(ctx)), ...row })
}

/** Whole days of UTC, and the hours before and after them. */
function rowsByUser(ctx: CompanyContext, { startMs, endMs }: Span) {
  const firstMs = Math.ceil(startMs / dayMs) * dayMs
  const lastMs = Math.floor(endMs / dayMs) * dayMs
  if (firstMs >= lastMs) return statements.sumHours.all(ctx, { startMs, endMs })
  return [
    ...statements.sumDays.all(ctx, { startMs: firstMs, endMs: lastMs }),
    ...statements.sumHours.all(ctx, { startMs, endMs: firstMs }),
    ...statements.sumHours.all(ctx, { startMs: lastMs, endMs }),
  ]
}

export function sumFiguresByUser(ctx: CompanyContext, span: Span): Map<UserId, Figures> {
  const byUser = Map.groupBy(rowsByUser(ctx, span), ({ userId }) => userId)
  return new Map([...byUser].map(([userId, rows]) => [userId, totalOf(rows)]))
}

export const sumFigures = (ctx: CompanyContext, span: Span): Figures => totalOf(rowsByUser(ctx, span))

export function totalOf(parts: readonly Figures[]): Figures {
  return recordOf(names, (name) => parts.reduce((sum, figures) => sum + figures[name], 0))
}

/** The time whose rows are read in one turn of the event loop: sums by time need sorting. */
const turnMs = 10 * dayMs

/** Reads in parts, so that the event loop is not blocked. */
async function readInTurns<Result>({ startMs, endMs }: Span, read: (part: Span) => Result) {
  const results: Result[] = []
  for (let fromMs = startMs; fromMs < endMs; fromMs += turnMs) {
    if (fromMs > startMs) await nextTurn()
    results.push(read({ startMs: fromMs, endMs: Math.min(fromMs + turnMs, endMs) }))
  }
  return results
}

export async function listFiguresByTime(ctx: CompanyContext, span: Span) {
  return (await readInTurns(span, (part) => statements.sumByTime.all(ctx, part))).flat()
}

export function listStartedTickets(ctx: CompanyContext, { startMs, endMs }: Span) {
  return statements.begun.all(ctx, { startMs, endMs })
}
