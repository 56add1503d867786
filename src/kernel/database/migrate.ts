import type { Database } from 'bun:sqlite'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from './database'
import { StartFailure } from '../start-failure'
import { nameKey } from '../text/name-text.contract'

const order = /^-- fill (?<table>\w+)\.(?<column>\w+) with the key of (?<name>\w+)(?: within (?<scope>\w+))?$/gm

interface Named {
  id: number
  name: string
  scope: number
}

export interface Migration {
  /** Consecutive from 1, stored as PRAGMA user_version. */
  version: number
  name: string
  sql: string
}

const read = new Map<string, readonly Migration[]>()

/** Reads them once a process. @throws Error when a number is missing or repeated */
export function readMigrations(folder: string): readonly Migration[] {
  const known = read.get(folder) ?? readFolder(folder)
  read.set(folder, known)
  return known
}

function readFolder(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name, index) => {
    const version = Number.parseInt(name, 10)
    if (version !== index + 1) throw new Error(`Migration ${join(folder, name)} should be number ${index + 1}`)
    return { version, name, sql: readFileSync(join(folder, name), 'utf8') }
  })
}

/** Copies a file with data first. @throws StartFailure when it is newer than this release; Error when the check fails */
export function migrate(db: Database, migrations: readonly Migration[]) {
  const current = versionOf(db)
  if (current > migrations.length) {
    throw new StartFailure(
      `${db.filename} is of version ${current}, newer than this release knows (${migrations.length}). Start the newer release.`,
    )
  }
  if (current === migrations.length) return
  if (current > 0 && db.filename !== ':memory:') snapshot(db, current)
  db.transaction(() => {
    for (const migration of migrations.slice(current)) {
      db.run(migration.sql)
      fillNameKeys(db, migration.sql)
    }
    db.run(`PRAGMA user_version = ${migrations.length}`)
    const orphans = db.query('PRAGMA foreign_key_check').all()
    if (orphans.length > 0) throw new Error(`Migrating left ${orphans.length} rows without their parent`)
  }).immediate()
  // A copy without the WAL then has all tables.
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
}

export const isOutdated = (db: Database, migrations: readonly Migration[]) => versionOf(db) < migrations.length

/** Of a file that nothing has open. */
export function fileVersion(path: string): number {
  const db = openDatabase(path, { readonly: true })
  try {
    return versionOf(db)
  } finally {
    db.close()
  }
}

function versionOf(db: Database) {
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
}

function snapshot(db: Database, version: number) {
  const path = `${db.filename}.before-${version + 1}`
  if (existsSync(path)) return
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  db.run('VACUUM INTO ?', [unfinished])
  renameSync(unfinished, path)
}

/** Fills keys named by `-- fill tag.name_key with the key of name within kanban`; equal names get their id appended. */
function fillNameKeys(db: Database, migration: string) {
  for (const { groups = {} } of migration.matchAll(order)) {
    const { table, column, name, scope = '0' } = groups
    const rows = db.query<Named, []>(`SELECT id, ${name} AS name, ${scope} AS scope FROM ${table} ORDER BY id`).all()
    const update = db.query<unknown, [string, number]>(`UPDATE ${table} SET ${column} = ? WHERE id = ?`)
    const taken = new Set<string>()
    for (const row of rows) {
      const key = nameKey(row.name)
      const within = `${row.scope} ${key}`
      update.run(taken.has(within) ? `${key}\n${row.id}` : key, row.id)
      taken.add(within)
    }
  }
}
