import type { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../database'
import { createWalFile, type WalFile, type WalStart } from './wal-file'
import { createWalIndex, type WalIndex } from './wal-index'

let folder: string
let path: string
let db: Database
let wal: WalFile
let index: WalIndex
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-index-'))
  path = join(folder, 'file.sqlite')
  db = openDatabase(path)
  db.run('PRAGMA wal_autocheckpoint = 0')
  // Long transactions write to the log before they end.
  db.run('PRAGMA cache_size = 20')
  db.run('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT)')
  wal = createWalFile(`${path}-wal`)
  index = createWalIndex(`${path}-shm`)
})
afterEach(() => {
  wal.close()
  db.close()
  index.end()
  rmSync(folder, { recursive: true, force: true })
})

function pagesInLog(start: WalStart) {
  const pages: number[] = []
  let committed = 0
  for (let at = 0; ; at++) {
    const frame = wal.frame(start, at)
    if (!frame) return pages.slice(0, committed)
    pages.push(frame.page)
    if (frame.pagesAfter > 0) committed = pages.length
  }
}

function write(rows: number, end: 'COMMIT' | 'ROLLBACK' = 'COMMIT') {
  db.run('BEGIN')
  for (let row = 0; row < rows; row++) {
    db.run('INSERT OR REPLACE INTO word VALUES (?, ?)', [(row * 7919) % 3_000, 'x'.repeat(3_000)])
  }
  db.run(end)
}

function expectSame() {
  const start = wal.start()
  if (!start) throw new Error('There is no log')
  const pages = pagesInLog(start)
  for (const from of [0, 1, 4_062, 8_158].filter((frame) => frame <= pages.length)) {
    expect([...(index.pagesFrom(wal, start, from) ?? [])]).toEqual(pages.slice(from))
  }
  return pages.length
}

test('the index names the same pages as the log, beyond its first blocks, without what was undone', () => {
  let longest = 0
  for (let round = 0; round < 8; round++) {
    write(5)
    expectSame()
    write(3_000, round % 2 === 0 ? 'COMMIT' : 'ROLLBACK')
    longest = Math.max(longest, expectSame())
    write(1)
    expectSame()
    if (round === 5) db.run('PRAGMA wal_checkpoint(PASSIVE)')
    if (round === 6) db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  expect(longest).toBeGreaterThan(8_158)
})

test('an index of another run of the log, and one of another form, are not believed', () => {
  write(5)
  const old = wal.start()
  if (!old) throw new Error('There is no log')
  expect(index.pagesFrom(wal, old, 0)).toBeDefined()
  expect(index.pagesFrom(wal, old, 1_000)).toBeUndefined()
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  write(5)
  expect(index.pagesFrom(wal, old, 0)).toBeUndefined()
  const start = wal.start()
  if (!start) throw new Error('There is no log')
  const file = openSync(`${path}-shm`, 'r+')
  // Both copies; only SQLite's locks would be released when it is closed.
  for (const at of [0, 48]) writeSync(file, Uint8Array.of(1), 0, 1, at)
  expect(index.pagesFrom(wal, start, 0)).toBeUndefined()
  for (const at of [0, 48]) writeSync(file, Uint8Array.of(0x18), 0, 1, at)
  expect(index.pagesFrom(wal, start, 0)).toBeDefined()
  closeSync(file)
})

test('reading it releases no lock of SQLite', () => {
  write(5)
  db.run('BEGIN')
  db.query('SELECT count(*) FROM word').get()
  const start = wal.start()
  if (!start) throw new Error('There is no log')
  const other = createWalIndex(`${path}-shm`)
  expect(other.pagesFrom(wal, start, 0)).toBeDefined()
  other.end()
  const code = `const { Database } = require('bun:sqlite'); const db = new Database(${JSON.stringify(path)})
    console.log(db.query('PRAGMA wal_checkpoint(TRUNCATE)').get().busy)`
  const { stdout } = Bun.spawnSync([process.execPath, '-e', code])
  expect(stdout.toString().trim()).toBe('1')
  db.run('COMMIT')
})
