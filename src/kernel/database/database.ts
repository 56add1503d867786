import { Database } from 'bun:sqlite'
import { errorCode } from '../errors'
import { chmodSync } from 'node:fs'

/** Fallback when the worker does not keep up: 32 MB of WAL. */
export const walPagesMax = 8000

export const busyMs = 5_000

const cacheKibDefault = 8192

export function setCacheSize(db: Database, kib: number) {
  db.run(`PRAGMA cache_size = -${kib}`)
}

/** The number changes when another connection has changed the file. */
export function dataVersionReader(db: Database) {
  const read = db.prepare<{ data_version: number }, []>('PRAGMA data_version')
  return () => read.get()?.data_version
}

export const isDamaged = (db: Database) => findDamage(db) !== undefined

/** What SQLite finds wrong first. Reads the whole file. */
export function findDamage(db: Database): string | undefined {
  const [found] = db.query('PRAGMA quick_check(1)').values().flat()
  return found === 'ok' ? undefined : String(found)
}

export const countOrphans = (db: Database) => db.query('PRAGMA foreign_key_check').all().length

/** A power cut may lose the latest commits, never consistency. No mapped reads: truncating a mapped file raises SIGBUS. */
export function openDatabase(path: string, options: { readonly?: boolean; isAside?: boolean } = {}) {
  const db = options.readonly ? new Database(path, { readonly: true }) : new Database(path, { create: true })
  db.run(`PRAGMA busy_timeout = ${busyMs}`)
  if (!options.readonly) {
    // The change to a WAL waits for the disk, unless whoever puts the file into use syncs it.
    if (options.isAside) db.run('PRAGMA synchronous = OFF')
    db.run('PRAGMA journal_mode = WAL')
    if (!options.isAside) db.run('PRAGMA synchronous = NORMAL')
    db.run(`PRAGMA wal_autocheckpoint = ${walPagesMax}`)
    // Deleted values are overwritten in pages that are written anyway.
    db.run('PRAGMA secure_delete = FAST')
    chmodSync(path, 0o600)
  }
  db.run('PRAGMA foreign_keys = ON')
  db.run('PRAGMA mmap_size = 0')
  setCacheSize(db, cacheKibDefault)
  db.run('PRAGMA temp_store = MEMORY')
  return db
}

/** Nothing waits for the disk in the event loop: `writeBackWal` writes the WAL back, and whoever puts the file into use syncs it. */
export function leaveWal(db: Database) {
  db.run('PRAGMA wal_autocheckpoint = 0')
}

const fillCacheKib = 64 * 1024

/** For a file that nobody else uses and that is filled at once. A killed process loses nothing that was committed. */
export function fillFast(db: Database) {
  setCacheSize(db, fillCacheKib)
  db.run('PRAGMA synchronous = OFF')
  db.run(`PRAGMA wal_autocheckpoint = ${walPagesMax}`)
}

const othersMsMax = 10_000
/** How long to wait for statements to be collected before asking for a collection. */
const collectMs = 1_000

/**
 * Ends the use of a WAL before the file is renamed. SQLite closes a connection only when its last statement is collected, and then
 * would delete the WAL at its former path, which belongs to another file. Waits for a checkpoint under way. @throws Error while
 * another connection uses the file
 */
export async function detach(db: Database) {
  const deadline = performance.now() + othersMsMax
  for (let collectAtMs = performance.now() + collectMs; ;) {
    try {
      return void db.query('PRAGMA journal_mode = DELETE').get()
    } catch (error) {
      const isBusy = errorCode(error) === 'SQLITE_BUSY'
      if (!isBusy || performance.now() > deadline) throw error
    }
    if (performance.now() > collectAtMs) {
      // An idle process may collect nothing for long.
      Bun.gc(true)
      collectAtMs += collectMs
    }
    await Bun.sleep(20)
  }
}
