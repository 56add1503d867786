import { getTableColumns } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { UserId } from '../kernel/ids'
import { startOfHour, timeZoneOf } from '../kernel/time/time-zone'
import { attendanceHourTable } from './report.tables'

type Row = typeof attendanceHourTable.$inferSelect
export type Figures = Omit<Row, 'startsAt' | 'userId'>
type FigureName = keyof Figures

const { startsAt: _startsAt, userId: _userId, ...columns } = getTableColumns(attendanceHourTable)
const names = Object.keys(columns) as FigureName[]
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

/** Users without figures are omitted. */
export function sumFiguresByUser(ctx: CompanyContext, { startMs, endMs }: Span): Map<UserId, Figures> {
  const rows = statements(ctx.company).sumByUser.all(startMs, endMs)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Sums the company's figures by row of the table, in order of time. */
export function listFiguresByTime(ctx: CompanyContext, { startMs, endMs }: Span) {
  return statements(ctx.company).sumByTime.all(startMs, endMs)
}

export function sumFigures(ctx: CompanyContext, { startMs, endMs }: Span): Figures {
  const sum = statements(ctx.company).sum.get(startMs, endMs)
  return figuresOf((name) => sum?.[name] ?? 0)
}

export function totalOf(byUser: ReadonlyMap<UserId, Figures>): Figures {
  const all = [...byUser.values()]
  return figuresOf((name) => all.reduce((sum, figures) => sum + figures[name], 0))
}

function figuresOf(valueOf: (name: FigureName) => number) {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Figures
}

/** Counts started tickets by row of the table, in order of time. */
export function listStartedTickets(ctx: CompanyContext, { startMs, endMs }: Span) {
  return statements(ctx.company).begun.all(startMs, endMs)
}
