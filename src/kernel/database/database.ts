import { Database } from 'bun:sqlite'
import { chmodSync } from 'node:fs'

/** Fallback when the worker of `checkpoints.ts` does not keep up: 32 MB of WAL. */
const walPagesMax = 8000

const cacheKibDefault = 8192

/** Limits the page cache, in KiB. */
export function setCacheSize(db: Database, kib: number) {
  db.run(`PRAGMA cache_size = -${kib}`)
}

/** Returns a function that reads a number which changes when another connection has changed the file. */
export function dataVersionReader(db: Database) {
  const read = db.prepare<{ data_version: number }, []>('PRAGMA data_version')
  return () => read.get()?.data_version
}

export function isDamaged(db: Database) {
  const [found] = db.query('PRAGMA quick_check(1)').values().flat()
  return found !== 'ok'
}

/**
 * Opens a file with the pragmas that all code relies on. WAL lets reports read during writes. With `synchronous` NORMAL a
 * crash of the process loses nothing; a power cut can lose the latest commits, never consistency. The busy timeout (ms)
 * waits for a backup or a script. Reads are not memory-mapped: truncating a mapped file ends the process with SIGBUS.
 */
export function openDatabase(path: string, options: { readonly?: boolean } = {}) {
  const db = options.readonly ? new Database(path, { readonly: true }) : new Database(path, { create: true })
  db.run('PRAGMA busy_timeout = 5000')
  if (!options.readonly) {
    db.run('PRAGMA journal_mode = WAL')
    db.run('PRAGMA synchronous = NORMAL')
    db.run(`PRAGMA wal_autocheckpoint = ${walPagesMax}`)
    chmodSync(path, 0o600)
  }
  db.run('PRAGMA foreign_keys = ON')
  db.run('PRAGMA mmap_size = 0')
  setCacheSize(db, cacheKibDefault)
  db.run('PRAGMA temp_store = MEMORY')
  return db
}
