import { Database } from 'bun:sqlite'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, migrate, readMigrations } from '../../kernel/database/migrate'

const migrations = join(import.meta.dir, '..', '..', '..', 'migrations', 'company')
/** The tables needed to sign in and look around. */
const kept = ['identity', 'user', 'user_queue', 'queue', 'tag']

/** Rewrites a closed company's file in an earlier release's schema, enlarged by events. @returns its path and the missing migrations */
export function makeOldCompany(dataDir: string, companyId: number, version: number, events = 0): string {
  const path = join(dataDir, 'companies', String(companyId), 'company.sqlite')
  const oldPath = `${path}.old`
  const all = readMigrations(migrations)
  const old = new Database(oldPath, { create: true })
  old.run('PRAGMA synchronous = OFF')
  migrate(old, all.slice(0, version) as Migration[])
  const now = new Database(path)
  old.run('PRAGMA foreign_keys = OFF')
  for (const table of kept) copyRows(now, old, table)
  old.run(
    `WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ?)
     INSERT INTO event (at, type, data) SELECT n, 'test.filler', hex(randomblob(200)) FROM counter WHERE ? > 0`,
    [events, events],
  )
  now.close()
  old.close()
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  renameSync(oldPath, path)
  return path
}

function copyRows(from: Database, to: Database, table: string) {
  const columnsOf = (db: Database) =>
    db.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(table)
  const known = columnsOf(to).map(({ name }) => name)
  const shared = columnsOf(from).map(({ name }) => name)
  const columns = shared.filter((name) => known.includes(name))
  const insert = to.prepare(
    `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  for (const row of from.query(`SELECT ${columns.join(', ')} FROM ${table}`).values()) insert.run(...(row as never[]))
}
