import { getTableColumns } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { offsetMs } from '../kernel/day-bounds'
import type { UserId } from '../kernel/ids'
import { attendanceHourTable } from './report.tables'

type Row = typeof attendanceHourTable.$inferSelect
/** What is counted, by name. */
export type Figures = Omit<Row, 'hour' | 'userId'>
type FigureName = keyof Figures

export const hourMs = 3_600_000

const { hour: _hour, userId: _userId, ...columns } = getTableColumns(attendanceHourTable)
const names = Object.keys(columns) as FigureName[]
const columnOf = (name: FigureName) => columns[name].name

const sums = names.map((name) => `sum(${columnOf(name)}) AS ${name}`).join(', ')

/** Whoever has figures, also those who have left: found by one look into the index each, their hours by another. */
const inSpan = `FROM attendance_hour WHERE user_id IN (
    WITH RECURSIVE person (id) AS (
      SELECT min(user_id) FROM attendance_hour
      UNION ALL
      SELECT (SELECT min(user_id) FROM attendance_hour WHERE user_id > id) FROM person WHERE id IS NOT NULL
    ) SELECT id FROM person WHERE id IS NOT NULL
  ) AND hour >= ? AND hour < ?`

const statements = perCompany(({ sqlite }) => ({
  add: sqlite.prepare<unknown, number[]>(
    `INSERT INTO attendance_hour (user_id, hour, ${names.map(columnOf).join(', ')})
     VALUES (?, ?${', ?'.repeat(names.length)})
     ON CONFLICT DO UPDATE SET ${names.map((name) => `${columnOf(name)} = ${columnOf(name)} + excluded.${columnOf(name)}`).join(', ')}`,
  ),
  sumByUser: sqlite.prepare<Figures & { userId: UserId }, [number, number]>(
    `SELECT user_id AS userId, ${sums} ${inSpan} GROUP BY user_id`,
  ),
  sum: sqlite.prepare<Record<FigureName, number | null>, [number, number]>(`SELECT ${sums} ${inSpan}`),
  begunByHour: sqlite.prepare<{ hour: number; tickets: number }, [number, number]>(
    `SELECT hour, active + passive AS tickets FROM attendance_hour
     WHERE user_id = 0 AND hour >= ? AND hour < ? AND active + passive > 0 ORDER BY hour`,
  ),
}))

/** Adds to what the hour brought, in the transaction of what happened. */
export function addFigures(ctx: CompanyContext, at: Date, userId: UserId | null, figures: Partial<Figures>) {
  const values = names.map((name) => figures[name] ?? 0)
  statements(ctx.company).add.run(userId ?? 0, hourOf(ctx, at.getTime()), ...values)
}

/** The hours of a place half an hour off begin half an hour off: so many, since then, on the company's clock. */
function hourOf(ctx: CompanyContext, atMs: number) {
  return Math.floor((atMs + pastHourMs(ctx, atMs)) / hourMs)
}

function pastHourMs({ company }: CompanyContext, atMs: number) {
  const past = offsetMs(atMs, company.services.about(company.id).timeZone) % hourMs
  return past < 0 ? past + hourMs : past
}

interface Span {
  startMs: number
  endMs: number
}

const hoursOf = (ctx: CompanyContext, { startMs, endMs }: Span) => [hourOf(ctx, startMs), hourOf(ctx, endMs)] as const

/** What the time brought each person; whoever it brought nothing is absent. */
export function sumFiguresByUser(ctx: CompanyContext, span: Span): Map<UserId, Figures> {
  const rows = statements(ctx.company).sumByUser.all(...hoursOf(ctx, span))
  return new Map(rows.map((row) => [row.userId, row]))
}

/** What it brought the company. */
export function sumFigures(ctx: CompanyContext, span: Span): Figures {
  const sum = statements(ctx.company).sum.get(...hoursOf(ctx, span))
  return figuresOf((name) => sum?.[name] ?? 0)
}

/** The same of what each person was brought, where that is known already. */
export function totalOf(byUser: ReadonlyMap<UserId, Figures>): Figures {
  const all = [...byUser.values()]
  return figuresOf((name) => all.reduce((sum, figures) => sum + figures[name], 0))
}

function figuresOf(valueOf: (name: FigureName) => number) {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as unknown as Figures
}

/** How many tickets were begun in each hour that saw any. */
export function listBegunByHour(ctx: CompanyContext, span: Span) {
  return statements(ctx.company)
    .begunByHour.all(...hoursOf(ctx, span))
    .map(({ hour, tickets }) => ({ atMs: hour * hourMs - pastHourMs(ctx, hour * hourMs), tickets }))
}
