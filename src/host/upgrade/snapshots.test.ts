import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../kernel/database/database'
import { migrate, type Migration } from '../../kernel/database/migrate'
import { watchMigrations } from './snapshots'

const migrations: Migration[] = [
  'CREATE TABLE word (text TEXT)',
  'CREATE TABLE later (id INTEGER)',
  'CREATE TABEL',
].map((sql, index) => ({ version: index + 1, name: `${index + 1}.sql`, sql }))

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recado-snapshots-'))
  for (const path of ['platform.sqlite', fileOf(1), fileOf(2)]) use(path, 1, ['before'])
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const fileOf = (id: number) => `companies/${id}/company.sqlite`

/** A version with so many migrations opens the file and writes. */
function use(path: string, version: number, words: readonly string[] = []) {
  mkdirSync(join(dataDir, path, '..'), { recursive: true })
  const db = openDatabase(join(dataDir, path))
  try {
    migrate(db, migrations.slice(0, version))
    for (const word of words) db.run('INSERT INTO word VALUES (?)', [word])
    return db
      .query<{ text: string }, []>('SELECT text FROM word')
      .all()
      .map(({ text }) => text)
  } finally {
    db.close()
  }
}

test('only what was migrated is put back, and the migrated file is kept beside it', () => {
  const putBack = watchMigrations(dataDir)
  use('platform.sqlite', 2)
  use(fileOf(1), 2, ['of the new version'])
  use(fileOf(2), 1, ['of the old version'])
  const kept = [`platform.sqlite`, fileOf(1)].map((path) => join(dataDir, `${path}.failed-upgrade`))
  expect(putBack()).toEqual(kept)
  expect([use('platform.sqlite', 1), use(fileOf(1), 1)]).toEqual([['before'], ['before']])
  expect(use(fileOf(2), 1)).toEqual(['before', 'of the old version'])
  expect(use(`${fileOf(1)}.failed-upgrade`, 2)).toEqual(['before', 'of the new version'])
  expect(putBack()).toEqual([])
})

test('a copy that an earlier attempt left is of no use and made again; those of earlier releases stay', () => {
  const stale = join(dataDir, `${fileOf(1)}.before-2`)
  const old = join(dataDir, `${fileOf(1)}.before-1`)
  for (const path of [stale, old]) writeFileSync(path, 'a copy')
  const putBack = watchMigrations(dataDir)
  expect([existsSync(stale), existsSync(old)]).toEqual([false, true])
  use(fileOf(1), 2)
  expect(putBack()).toEqual([join(dataDir, `${fileOf(1)}.failed-upgrade`)])
  expect(use(fileOf(1), 1)).toEqual(['before'])
  expect(existsSync(old)).toBe(true)
})

test('a migration that failed leaves the file where it is', () => {
  const putBack = watchMigrations(dataDir)
  expect(() => use('platform.sqlite', 3)).toThrow('TABEL')
  expect(putBack()).toEqual([])
  expect(use('platform.sqlite', 1, ['later'])).toEqual(['before', 'later'])
  expect(readdirSync(dataDir).some((name) => name.endsWith('.failed-upgrade'))).toBe(false)
})
