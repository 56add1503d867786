import type { Database } from 'bun:sqlite'
import { getTableName, type Table } from 'drizzle-orm'
import { inBatches, nextTurn } from '../company/batches'

type Row = Record<string, string | number | bigint | Uint8Array | null>

const batchSize = 200

const columnsOf = (row: Row) => Object.keys(row).join(', ')
const marksOf = (row: Row) =>
  Object.keys(row)
    .map(() => '?')
    .join(', ')

/** A generated column cannot be written. */
function writableColumns(db: Database, name: string) {
  const columns = db.query<{ name: string; hidden: number }, []>(`PRAGMA table_xinfo(${name})`).all()
  return columns.filter(({ hidden }) => hidden === 0).map((column) => column.name)
}

/** Replaces the rows of a table by those of another file of the same schema, of which some may be left out or changed. */
export async function takeRows(
  to: Database,
  from: Database,
  table: Table,
  change: (row: Row) => Row | undefined = (row) => row,
) {
  await emptyTable(to, getTableName(table))
  await addRows(to, from, table, change)
}

async function emptyTable(db: Database, name: string) {
  const columns = db.query<{ name: string; pk: number }, []>(`PRAGMA table_info(${name})`).all()
  const key = columns.filter(({ pk }) => pk > 0).map((column) => column.name)
  const some = `SELECT ${key.join(', ')} FROM ${name} LIMIT ${batchSize}`
  const transaction = <T>(work: () => T) => db.transaction(work).immediate()
  await inBatches(
    { transaction },
    {
      next: () => db.query(`SELECT 1 FROM ${name} LIMIT 1`).all(),
      work: () => void db.run(`DELETE FROM ${name} WHERE (${key.join(', ')}) IN (${some})`),
    },
  )
}

/** Adds the rows of another file. Those that exist are kept as they are. */
export async function addRows(
  to: Database,
  from: Database,
  table: Table,
  change: (row: Row) => Row | undefined = (row) => row,
) {
  const name = getTableName(table)
  const columns = writableColumns(to, name).join(', ')
  let batch: Row[] = []
  const store = to.transaction(() => {
    for (const row of batch)
      to.query(`INSERT OR IGNORE INTO ${name} (${columnsOf(row)}) VALUES (${marksOf(row)})`).run(...Object.values(row))
  })
  for (const found of from.prepare<Row, []>(`SELECT ${columns} FROM ${name}`).iterate()) {
    const row = change(found)
    if (row) batch.push(row)
    if (batch.length < batchSize) continue
    store()
    batch = []
    await nextTurn()
  }
  store()
}

/** Ids that were given in either file are given to no other row. */
export function raiseSequences(to: Database, from: Database) {
  const known = from.query<{ name: string; seq: number }, []>('SELECT name, seq FROM sqlite_sequence').all()
  for (const { name, seq } of known) {
    const { changes } = to.query('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(seq, name)
    if (changes === 0) to.query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, seq)
  }
}

/** Moves rows of a kind, which all are of one table, to `held_row`, from where `putHeldRows` brings them back. */
export function holdRows(db: Database, kind: string, table: Table, ids: readonly number[]) {
  const name = getTableName(table)
  const columns = writableColumns(db, name)
  const asJson = columns.map((column) => `'${column}', ${column}`).join(', ')
  db.transaction(() => {
    for (const id of ids) {
      db.query(
        `INSERT INTO held_row (kind, source, row) SELECT ?, ?, json_object(${asJson}) FROM ${name} WHERE id = ?`,
      ).run(kind, name, id)
      db.query(`DELETE FROM ${name} WHERE id = ?`).run(id)
    }
  })()
}

/** Those whose key or parent is taken or gone meanwhile are dropped. Returns how many there were. */
export function putHeldRows(db: Database, kind: string, table: Table) {
  const name = getTableName(table)
  const rows = db.query<{ row: string }, [string]>('SELECT row FROM held_row WHERE kind = ?')
  const found = rows.all(kind).map(({ row }) => JSON.parse(row) as Row)
  for (const row of found) {
    try {
      db.query(`INSERT OR IGNORE INTO ${name} (${columnsOf(row)}) VALUES (${marksOf(row)})`).run(...Object.values(row))
    } catch (error) {
      if (!String(error).includes('FOREIGN KEY')) throw error
    }
  }
  dropHeldRows(db, kind)
  return found.length
}

export function dropHeldRows(db: Database, kind: string) {
  db.query('DELETE FROM held_row WHERE kind = ?').run(kind)
}

export function countHeldRows(db: Database): Map<string, number> {
  const rows = db.query<{ kind: string; n: number }, []>('SELECT kind, count(*) AS n FROM held_row GROUP BY kind').all()
  return new Map(rows.map(({ kind, n }) => [kind, n]))
}
