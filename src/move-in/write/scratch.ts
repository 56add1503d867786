import { openDatabase, setCacheSize } from '../../kernel/database/database'
import type { MoveInStep, SourceRow } from '../../kernel/move-in/move-in-step'
import { quoteName as quoted, readSummary } from '../source/scratch-file'

export type Scratch = ReturnType<typeof openScratch>

interface Place {
  at: string
  row: number
}

/** What walks a table for a company goes to its rows in order of time. */
const walkTable = `CREATE TABLE IF NOT EXISTS _walk (
  step TEXT NOT NULL, company TEXT NOT NULL, at TEXT NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (step, company, at, row)
) WITHOUT ROWID`

/** Of rows that tell themselves whose they are. */
const anyCompany = '*'
const cacheKib = 64 * 1024
const pageRows = 500

/** Their tables, as the reading has left them. It adds tables of its own, whose names begin with an underscore. */
export function openScratch(path: string) {
  const scratch = openDatabase(path)
  setCacheSize(scratch, cacheKib)
  scratch.run('PRAGMA synchronous = OFF')
  scratch.run(walkTable)
  const columns = new Map<string, ReadonlySet<string>>()

  function columnsOf(table: string): ReadonlySet<string> {
    let found = columns.get(table)
    if (!found) {
      const rows = scratch.query<{ name: string }, []>(`PRAGMA table_info(${quoted(table)})`).all()
      columns.set(table, (found = new Set(rows.map(({ name }) => name))))
    }
    return found
  }

  const has = (table: string, column: string) => columnsOf(table).has(column)
  const read = <Row>(text: string, ...values: (string | number)[]) =>
    scratch.query<Row, (string | number)[]>(text).all(...values)
  const count = (table: string) =>
    columnsOf(table).size === 0 ? 0 : (read<{ n: number }>(`SELECT count(*) AS n FROM ${quoted(table)}`)[0]?.n ?? 0)

  const summary = readSummary(scratch)
  const { dialect } = summary

  /** Their column under another spelling in the same place. */
  const companyColumn = (table: string) => ['companyId', 'company_id'].find((column) => has(table, column))

  function companyOf({ table, owner }: Pick<MoveInStep, 'table' | 'owner'>): string {
    if (owner === 'any') return `'${anyCompany}'`
    if (dialect === 'C') return "'1'"
    const own = table === 'Companies' ? 'id' : companyColumn(table)
    const known = own ? `t.${quoted(own)}` : 'NULL'
    if (!owner || columnsOf(owner.table).size === 0 || !has(table, owner.column)) return known
    const above = companyColumn(owner.table) ?? 'id'
    return `coalesce(${known}, (SELECT o.${quoted(above)} FROM ${quoted(owner.table)} o WHERE o.id = t.${quoted(owner.column)}))`
  }

  function arrange(step: Pick<MoveInStep, 'table' | 'owner'>) {
    const { table } = step
    scratch.run('DELETE FROM _walk WHERE step = ?', [table])
    if (columnsOf(table).size === 0) return
    const at = has(table, 'createdAt') ? 'coalesce(t."createdAt", \'\')' : "''"
    scratch.run(
      `INSERT INTO _walk SELECT ?, coalesce(${companyOf(step)}, ''), ${at}, t.rowid FROM ${quoted(table)} t ORDER BY 2, 3, 4`,
      [table],
    )
  }

  const keyOf = ({ owner }: Pick<MoveInStep, 'owner'>, company: string) => (owner === 'any' ? anyCompany : company)

  return {
    path,
    summary,
    has: (table: string) => columnsOf(table).size > 0,
    columnsOf,
    count,
    arrange,
    tables: () =>
      read<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('_') && !name.startsWith('sqlite_')),
    rows: (table: string) => (columnsOf(table).size === 0 ? [] : read<SourceRow>(`SELECT * FROM ${quoted(table)}`)),
    find(table: string, column: string, value: string): SourceRow[] {
      if (!has(table, column)) return []
      return read<SourceRow>(`SELECT * FROM ${quoted(table)} WHERE ${quoted(column)} = ?`, value)
    },
    /** Rows of none of the companies. */
    countOthers: ({ table }: Pick<MoveInStep, 'table'>, companies: readonly string[]) =>
      read<{ n: number }>(
        `SELECT count(*) AS n FROM _walk WHERE step = ? AND company <> '${anyCompany}'
         AND company NOT IN (SELECT value FROM json_each(?))`,
        table,
        JSON.stringify(companies),
      )[0]?.n ?? 0,
    /** Without reactions, which are no messages here. */
    messageFigures: () =>
      read<{ ticketId: string; n: number; first: string; last: string }>(
        `SELECT ticketId, count(*) AS n, min(createdAt) AS first, max(createdAt) AS last FROM Messages
         WHERE mediaType IS NOT 'reactionMessage' GROUP BY ticketId`,
      ),
    countFor: (step: MoveInStep, company: string) =>
      read<{ n: number }>(
        'SELECT count(*) AS n FROM _walk WHERE step = ? AND company = ?',
        step.table,
        keyOf(step, company),
      )[0]?.n ?? 0,
    /** The rows that follow a place, each with its own. */
    page: (step: MoveInStep, company: string, after: Place) =>
      read<SourceRow & { _at: string; _row: number }>(
        `SELECT w.at AS _at, w.row AS _row, t.* FROM _walk w CROSS JOIN ${quoted(step.table)} t ON t.rowid = w.row
         WHERE w.step = ? AND w.company = ? AND (w.at, w.row) > (?, ?) ORDER BY w.at, w.row LIMIT ${pageRows}`,
        step.table,
        keyOf(step, company),
        after.at,
        after.row,
      ),
    leave(step: MoveInStep, company: string, places: readonly Place[]) {
      const remove = scratch.query('DELETE FROM _walk WHERE step = ? AND company = ? AND at = ? AND row = ?')
      scratch.transaction(() => {
        for (const { at, row } of places) remove.run(step.table, keyOf(step, company), at, row)
      })()
    },
    close: () => scratch.close(),
  }
}
