import { Database } from 'bun:sqlite'
import { chmodSync } from 'node:fs'

/** Checkpoints are made long before, elsewhere (see `checkpoints.ts`); this is the end of what may pile up: 32 MB. */
const walPagesMax = 8000

const cacheKibDefault = 8192

/** Bounds how much of the file is kept in memory, in KiB. */
export function setCacheSize(db: Database, kib: number) {
  db.run(`PRAGMA cache_size = -${kib}`)
}

/**
 * Opens a file with the pragmas everything here relies on:
 * WAL lets reports read while the one writer writes; `synchronous` NORMAL survives any crash of the process whole, and
 * a power cut can cost the last moments before it, never the file's consistency; the busy timeout (ms) waits for a
 * backup or a script. Reads are not mapped: SIGBUS would end the process when somebody cuts a file short.
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
