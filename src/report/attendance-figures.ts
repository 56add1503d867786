import { getTableColumns } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { nextTurn } from '../kernel/company/batches'
import { perCompany } from '../kernel/company/company-files'
import type { UserId } from '../kernel/ids'
import { startOfHour, timeZoneOf } from '../kernel/time/time-zone'
import { attendanceHourTable } from './report.tables'
import { keysOf, recordOf } from '../kernel/typed-object.contract'
import { dayMs } from '../kernel/time/durations.contract'

type Row = typeof attendanceHourTable.$inferSelect
export type Figures = Omit<Row, 'startsAt' | 'userId'>
type FigureName = keyof Figures

const { startsAt: _startsAt, userId: _userId, ...columns } = getTableColumns(attendanceHourTable)
const names = keysOf(columns)
const columnOf = (name: FigureName) => columns[name].name

const sums = names.map((name) => `sum(${columnOf(name)}) AS ${name}`).join(', ')

/** Includes users who were deleted. One index lookup per user finds them, a second their hours. */
const inSpan = `FROM attendance_hour WHERE user_id IN (
    WITH RECURSIVE person (id) AS (
      SELECT min(user_id) FROM attendance_hour
      UNION ALL
      SELECT (SELECT min(user_id) FROM attendance_hour WHERE user_id > id) FROM person WHERE id IS NOT NULL
    ) SELECT id FROM person WHERE id IS NOT NULL
  ) AND starts_at >= ? AND starts_at < ?`

const statements = perCompany(({ sqlite }) => ({
  add: sqlite.prepare<unknown, number[]>(
    `INSERT INTO attendance_hour (user_id, starts_at, ${names.map(columnOf).join(', ')})
     VALUES (?, ?${', ?'.repeat(names.length)})
     ON CONFLICT DO UPDATE SET ${names.map((name) => `${columnOf(name)} = ${columnOf(name)} + excluded.${columnOf(name)}`).join(', ')}`,
  ),
  sumByUser: sqlite.prepare<Figures & { userId: UserId }, [number, number]>(
    `SELECT user_id AS userId, ${sums} ${inSpan} GROUP BY user_id`,
  ),
  sumByTime: sqlite.prepare<Figures & { startsAt: number }, [number, number]>(
    `SELECT starts_at AS startsAt, ${sums} ${inSpan} GROUP BY starts_at ORDER BY starts_at`,
  ),
  sum: sqlite.prepare<Record<FigureName, number | null>, [number, number]>(`SELECT ${sums} ${inSpan}`),
  begun: sqlite.prepare<{ startsAt: number; tickets: number }, [number, number]>(
    `SELECT starts_at AS startsAt, active + passive AS tickets FROM attendance_hour
     WHERE user_id = 0 AND starts_at >= ? AND starts_at < ? AND active + passive > 0 ORDER BY starts_at`,
  ),
}))

/** Adds to the figures of the current hour of the company's clock, in the event's transaction. */
export function addFigures(ctx: CompanyContext, at: Date, userId: UserId | null, figures: Partial<Figures>) {
  const values = names.map((name) => figures[name] ?? 0)
  statements(ctx.company).add.run(userId ?? 0, startOfHour(at, timeZoneOf(ctx)), ...values)
}

/** From `startMs` (inclusive) to `endMs` (exclusive), in milliseconds since 1970. */
interface Span {
  startMs: number
  endMs: number
}

/** The time whose rows are read in one turn of the event loop: about 10 ms for 50 users around the clock. */
const turnMs = 31 * dayMs
/** Sums by time need sorting. */
const sortedTurnMs = turnMs / 3

/** Reads a period of up to a year in parts, without blocking the event loop. */
async function readInTurns<Result>(
  { startMs, endMs }: Span,
  read: (startMs: number, endMs: number) => Result,
  stepMs = turnMs,
) {
  const results: Result[] = []
  for (let fromMs = startMs; fromMs < endMs; fromMs += stepMs) {
    if (fromMs > startMs) await nextTurn()
    results.push(read(fromMs, Math.min(fromMs + stepMs, endMs)))
  }
  return results
}

/** Users without figures are omitted. */
export async function sumFiguresByUser(ctx: CompanyContext, span: Span): Promise<Map<UserId, Figures>> {
  const { sumByUser } = statements(ctx.company)
  const parts = await readInTurns(span, (startMs, endMs) => sumByUser.all(startMs, endMs))
  const byUser = Map.groupBy(parts.flat(), ({ userId }) => userId)
  return new Map([...byUser].map(([userId, rows]) => [userId, totalOf(rows)]))
}

/** Sums the company's figures by row of the table, in order of time. */
export async function listFiguresByTime(ctx: CompanyContext, span: Span) {
  const { sumByTime } = statements(ctx.company)
  return (await readInTurns(span, (startMs, endMs) => sumByTime.all(startMs, endMs), sortedTurnMs)).flat()
}

export async function sumFigures(ctx: CompanyContext, span: Span): Promise<Figures> {
  const { sum } = statements(ctx.company)
  const parts = await readInTurns(span, (startMs, endMs) => sum.get(startMs, endMs))
  return totalOf(parts.map((part) => figuresOf((name) => part?.[name] ?? 0)))
}

export function totalOf(parts: readonly Figures[]): Figures {
  return figuresOf((name) => parts.reduce((sum, figures) => sum + figures[name], 0))
}

function figuresOf(valueOf: (name: FigureName) => number) {
  return recordOf(names, (name) => valueOf(name))
}

/** Counts started tickets by row of the table, in order of time. */
export function listStartedTickets(ctx: CompanyContext, { startMs, endMs }: Span) {
  return statements(ctx.company).begun.all(startMs, endMs)
}
