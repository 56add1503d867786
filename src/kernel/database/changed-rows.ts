import type { Database } from 'bun:sqlite'
import { dataVersionReader } from './database'

export interface WatchedTable {
  table: string
  columns?: readonly string[]
  noted?: { kind: string; id: string }
}

export interface ChangedRow {
  kind: string
  id: number
}

const everything = 'everything'
/** Beyond this number it is cheaper to read everything again. */
const rowsMax = 1000

/** Notes changed rows by triggers, in the same transaction. A change by another process, seen by the data version, changes everything. */
export function createChangedRows(sqlite: Database, name: string, tables: readonly WatchedTable[]) {
  const notes = `changed_for_${name}`
  sqlite.run(`CREATE TEMP TABLE ${notes} (kind TEXT, id INTEGER, PRIMARY KEY (kind, id)) WITHOUT ROWID`)
  for (const watched of tables) for (const text of triggersOf(watched, notes)) sqlite.run(text)
  const read = sqlite.prepare<ChangedRow, []>(`SELECT kind, id FROM temp.${notes} LIMIT ${rowsMax + 1}`)
  const clear = sqlite.prepare(`DELETE FROM temp.${notes}`)
  const dataVersion = dataVersionReader(sqlite)
  let version = dataVersion()

  return {
    take(): readonly ChangedRow[] | 'everything' {
      const rows = read.all()
      if (rows.length > 0) clear.run()
      const now = dataVersion()
      const isOther = now !== version
      version = now
      if (isOther || rows.length > rowsMax || rows.some(({ kind }) => kind === everything)) return everything
      return rows
    },
  }
}

/** `OR IGNORE` gives way to the policy of the causing statement, such as a cascade's. */
function triggersOf({ table, columns, noted }: WatchedTable, notes: string) {
  const note = (row: 'old' | 'new') =>
    `INSERT INTO ${notes} VALUES (${noted ? `'${noted.kind}', ${row}.${noted.id}` : `'${everything}', 0`}) ON CONFLICT DO NOTHING;`
  const trigger = (name: string, event: string, action: string) =>
    `CREATE TEMP TRIGGER ${notes}_${table}_${name} AFTER ${event} ON main.${table} BEGIN ${action} END`
  const update = columns ? `UPDATE OF ${columns.join(', ')}` : 'UPDATE'
  const triggers = [trigger('update', update, note('old') + note('new')), trigger('delete', 'DELETE', note('old'))]
  return noted ? [trigger('insert', 'INSERT', note('new')), ...triggers] : triggers
}
