import { Database } from 'bun:sqlite'
import { chmodSync, rmSync } from 'node:fs'
import { defaultValue, familyColumns, familyTableNames } from './family-tables'
import type { Dialect, SourceSummary, SourceValue } from './source'

/** Columns by which rows are looked up. */
const keyColumns = new Set([
  'id',
  'companyId',
  'ticketId',
  'contactId',
  'whatsappId',
  'queueId',
  'userId',
  'tagId',
  'chatId',
  'campaignId',
  'contactListId',
  'messageId',
])

/** Of the largest table. Each index costs a second for a million rows. */
const messageKeys = new Set(['id', 'ticketId'])

/** Rows of one transaction. */
const rowsOfTransaction = 50_000

export type ScratchFile = ReturnType<typeof createScratchFile>

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Creates the file of a source's tables; values are text or NULL. It is of no use before `finish`, and may be lost in a power cut. */
export function createScratchFile(path: string) {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true })
  const file = new Database(path, { create: true })
  // It holds what people wrote, and the hashes of their passwords.
  chmodSync(path, 0o600)
  file.run('PRAGMA synchronous = OFF')
  file.run('PRAGMA cache_size = -32768')
  file.run('PRAGMA temp_store = FILE')
  let pending = 0
  file.run('BEGIN')

  const columnsOf = (table: string) =>
    file
      .query<{ name: string }, []>(`PRAGMA table_info(${quoteName(table)})`)
      .all()
      .map(({ name }) => name)

  function addColumn(table: string, column: string, value: SourceValue = null) {
    const literal = value === null ? '' : ` DEFAULT '${value.replaceAll("'", "''")}'`
    file.run(`ALTER TABLE ${quoteName(table)} ADD COLUMN ${quoteName(column)} TEXT${literal}`)
  }

  function createTable(table: string, columns: readonly string[]) {
    file.run(`CREATE TABLE ${quoteName(table)} (${columns.map((column) => `${quoteName(column)} TEXT`).join(', ')})`)
  }

  return {
    file,
    columnsOf,
    createTable,
    addColumn,

    rename(from: string, to: string) {
      file.run(`ALTER TABLE ${quoteName(from)} RENAME TO ${quoteName(to)}`)
    },

    drop(table: string) {
      file.run(`DROP TABLE ${quoteName(table)}`)
    },

    inserter(table: string, columns: readonly string[]) {
      const names = columns.map(quoteName).join(', ')
      const insert = file.prepare(
        `INSERT INTO ${quoteName(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
      )
      return (row: SourceValue[]) => {
        insert.run(...row)
        if (++pending < rowsOfTransaction) return
        pending = 0
        file.run('COMMIT')
        file.run('BEGIN')
      }
    },

    /** Adds what the dialect has and the source lacks, the indexes, and the summary. Closes the file. */
    finish(summary: SourceSummary) {
      for (const [table, columns] of Object.entries(addMissing(summary.dialect))) {
        const keys = table === 'Messages' ? messageKeys : keyColumns
        for (const column of columns) {
          if (keys.has(column)) {
            file.run(`CREATE INDEX ${quoteName(`${table}.${column}`)} ON ${quoteName(table)} (${quoteName(column)})`)
          }
        }
      }
      const columns = Object.entries(summary).map(([name, value]) => ({
        name,
        text: typeof value === 'string' ? value : JSON.stringify(value),
      }))
      createTable(
        '_source',
        columns.map(({ name }) => name),
      )
      file
        .prepare(`INSERT INTO _source VALUES (${columns.map(() => '?').join(', ')})`)
        .run(...columns.map(({ text }) => text))
      file.run('COMMIT')
      file.close()
    },

    abandon() {
      file.close()
      rmSync(path, { force: true })
    },
  }

  /** Returns the columns of every table of the dialect, all of which then exist. */
  function addMissing(dialect: Dialect) {
    const all: Record<string, string[]> = {}
    for (const table of familyTableNames) {
      const family = familyColumns(table, dialect)
      const present = columnsOf(table)
      if (present.length === 0 && family.size === 0) continue
      if (present.length === 0) createTable(table, [...family.keys()])
      else {
        for (const [column, facts] of family) {
          if (!present.includes(column)) addColumn(table, column, defaultValue(facts))
        }
      }
      all[table] = columnsOf(table)
    }
    return all
  }
}

export type OpenedScratch = ReturnType<typeof openScratchFile>

export function openScratchFile(path: string) {
  const file = new Database(path, { readonly: true })
  file.run('PRAGMA cache_size = -16384')
  return file
}

/** @throws SQLiteError if the file was not finished */
export function readSummary(scratch: Database): SourceSummary {
  const row = scratch.query<Record<keyof SourceSummary, string>, []>('SELECT * FROM _source').get()
  if (!row) throw new Error('The scratch file has no summary')
  return {
    dialect: row.dialect as Dialect,
    kind: row.kind as SourceSummary['kind'],
    fingerprint: row.fingerprint,
    unknownTables: JSON.parse(row.unknownTables) as SourceSummary['unknownTables'],
    unknownColumns: JSON.parse(row.unknownColumns) as SourceSummary['unknownColumns'],
    missingColumns: JSON.parse(row.missingColumns) as SourceSummary['missingColumns'],
    counts: JSON.parse(row.counts) as SourceSummary['counts'],
  }
}
