import type { Database } from 'bun:sqlite'
import { openDatabase } from './database'

export type Row = Record<string, string | number | null>

export interface ReplicatedTable {
  name: string
  /** Columns that each copy fills for itself. */
  local?: readonly string[] | undefined
}

export type ReplicatedRows = ReturnType<typeof replicatedRows>

/** Rows as JSON, by a key equal in every copy. Notes what the connection changes; rows of other copies are written without a note. */
export function replicatedRows(sqlite: Database, tables: readonly ReplicatedTable[]) {
  const shapes = tables.map((table) => shapeOf(sqlite, table))
  const shapeNamed = new Map(shapes.map((shape) => [shape.name, shape]))
  const copy = openDatabase(sqlite.filename)
  // Rows arrive in any order.
  copy.run('PRAGMA foreign_keys = OFF')
  noteChanges(sqlite, shapes)
  const changed = sqlite.query<{ name: string; key: string }, []>('SELECT DISTINCT name, key FROM temp.changed_row')
  const forget = sqlite.query('DELETE FROM temp.changed_row')
  const note = sqlite.query('INSERT INTO temp.changed_row VALUES (?, ?)')

  function read(key: string): Row | undefined {
    const [name, primary] = partsOf(key)
    const shape = shapeNamed.get(name)
    return shape && readRow(sqlite, shape, primary)
  }

  return {
    /** What was changed since the last call, as it is now; undefined for what was deleted. */
    takeChanges(): { key: string; row: Row | undefined }[] {
      const found = changed.all()
      if (found.length > 0) forget.run()
      return found.map(({ name, key }) => ({ key: keyOf(name, key), row: read(keyOf(name, key)) }))
    },
    forgetChanges: () => void forget.run(),
    noteChanged: (key: string) => void note.run(...partsOf(key)),
    keys: () =>
      shapes.flatMap(({ name, key }) => {
        const rows = copy.query<{ key: string }, []>(`SELECT ${key} AS key FROM ${name}`).all()
        return rows.map((row) => keyOf(name, row.key))
      }),
    read,
    /** A row of another version may have other columns. Without one the row is deleted. */
    write(key: string, row: Row | undefined) {
      const [name, primary] = partsOf(key)
      const shape = shapeNamed.get(name)
      if (shape) writeRow(copy, shape, primary, row)
    },
    /** Under a key that this copy chooses. Returns it. */
    append(table: string, row: Row): string | undefined {
      const shape = shapeNamed.get(table)
      return shape && keyOf(table, insertRow(copy, shape, row))
    },
    together: (work: () => void) => copy.transaction(work)(),
    close: () => copy.close(),
  }
}

interface Shape {
  name: string
  /** An SQL expression: the primary key as a JSON list. */
  key: string
  columns: readonly string[]
  primary: readonly string[]
}

function shapeOf(sqlite: Database, { name, local = [] }: ReplicatedTable): Shape {
  const all = sqlite.query<{ name: string; pk: number }, []>(`SELECT name, pk FROM pragma_table_info('${name}')`).all()
  const primary = all
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => column.name)
  const columns = all.map((column) => column.name).filter((column) => !local.includes(column))
  return { name, key: `json_array(${primary.join(', ')})`, columns, primary }
}

function noteChanges(sqlite: Database, shapes: readonly Shape[]) {
  // Without a unique key: the conflict clause of an upsert would count for the triggers, too.
  sqlite.run('CREATE TEMP TABLE changed_row (name TEXT, key TEXT)')
  for (const { name, primary, columns } of shapes) {
    const key = (row: 'OLD' | 'NEW') => `json_array(${primary.map((column) => `${row}.${column}`).join(', ')})`
    const note = (row: 'OLD' | 'NEW') => `INSERT INTO changed_row VALUES ('${name}', ${key(row)});`
    const trigger = (of: string, event: string, notes: string) =>
      sqlite.run(`CREATE TEMP TRIGGER ${of}_${name} AFTER ${event} ON main.${name} BEGIN ${notes} END`)
    trigger('inserted', 'INSERT', note('NEW'))
    trigger('deleted', 'DELETE', note('OLD'))
    trigger('updated', `UPDATE OF ${columns.join(', ')}`, note('OLD') + note('NEW'))
  }
}

const keyOf = (name: string, primary: string) => `${name}.${Buffer.from(primary).toString('base64url')}`

function partsOf(key: string): [name: string, primary: string] {
  const [name = '', encoded = ''] = key.split('.')
  return [name, Buffer.from(encoded, 'base64url').toString('utf8')]
}

const whereOf = (primary: readonly string[]) => primary.map((column) => `${column} = ?`).join(' AND ')
const valuesOf = (primary: string) => JSON.parse(primary) as (string | number)[]

function readRow(sqlite: Database, { name, columns, primary }: Shape, key: string): Row | undefined {
  const text = `SELECT ${columns.join(', ')} FROM ${name} WHERE ${whereOf(primary)}`
  return sqlite.query<Row, (string | number)[]>(text).get(...valuesOf(key)) ?? undefined
}

function insertRow(copy: Database, { name, columns, primary }: Shape, row: Row) {
  const given = columns.filter((column) => column in row && !primary.includes(column))
  const into = `INSERT INTO ${name} (${given.join(', ')}) VALUES (${given.map(() => '?').join(', ')})`
  const { lastInsertRowid } = copy.query(into).run(...given.map((column) => row[column] ?? null))
  return JSON.stringify([Number(lastInsertRowid)])
}

/** Columns that the row lacks stay as they are. */
function writeRow(copy: Database, { name, columns, primary }: Shape, key: string, row: Row | undefined) {
  if (!row) {
    copy.query(`DELETE FROM ${name} WHERE ${whereOf(primary)}`).run(...valuesOf(key))
    return
  }
  const given = columns.filter((column) => column in row && !primary.includes(column))
  const values = given.map((column) => row[column] ?? null)
  const isThere = copy.query(`SELECT 1 FROM ${name} WHERE ${whereOf(primary)}`).get(...valuesOf(key)) !== null
  if (!isThere) {
    const all = [...primary, ...given]
    const into = `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
    copy.query(into).run(...valuesOf(key), ...values)
  } else if (given.length > 0) {
    const changes = given.map((column) => `${column} = ?`).join(', ')
    copy.query(`UPDATE ${name} SET ${changes} WHERE ${whereOf(primary)}`).run(...values, ...valuesOf(key))
  }
}
