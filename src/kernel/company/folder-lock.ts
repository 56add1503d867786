import { minuteMs } from '../time/durations.contract'
import { Database } from 'bun:sqlite'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { orStartFailure, StartFailure } from '../start-failure'
import { errorCode } from '../errors'

export interface FolderLock {
  /** The previous holder may still be running: for some minutes after waiting for the lock, or after an end without release. */
  isHandOver(): boolean
  isHeld(): boolean
  /** Call it last. The operating system releases the lock of a killed process. */
  release(): void
}

interface FolderHolder {
  pid: number
  host: string
}

/** Longer than platforms give a process to stop, and than the provider keeps a lost connection. */
const handOverMs = 5 * minuteMs
const retryMsDefault = 200

export class FolderInUse extends StartFailure {
  constructor(dataDir: string, holder: FolderHolder | undefined) {
    super(`${dataDir} is in use by another Recado${nameOf(holder)}. Stop it first.`)
  }
}

export const nameOf = (holder: FolderHolder | undefined) => (holder ? ` (process ${holder.pid} on ${holder.host})` : '')

/** Two processes would use the same Signal keys twice and make messages unreadable. @throws FolderInUse, StartFailure */
export function lockFolder(dataDir: string): FolderLock {
  const lock = tryLock(dataDir, { waited: false })
  if (!lock) throw new FolderInUse(dataDir, findHolder(dataDir))
  return lock
}

export async function whenFolderIsFree(dataDir: string, signal: AbortSignal, retryMs = retryMsDefault) {
  for (;;) {
    signal.throwIfAborted()
    const lock = tryLock(dataDir, { waited: true })
    if (lock) return lock
    await Bun.sleep(retryMs)
  }
}

/** Without becoming its holder. False while another process holds it. */
export function isFolderFree(dataDir: string): boolean {
  if (!existsSync(join(dataDir, fileName))) return true
  const db = openLockFile(dataDir)
  try {
    db.run('BEGIN IMMEDIATE')
    db.run('ROLLBACK')
    return true
  } catch (error) {
    if (errorCode(error) === 'SQLITE_BUSY') return false
    throw error
  } finally {
    db.close()
  }
}

export function findHolder(dataDir: string): FolderHolder | undefined {
  const db = openLockFile(dataDir)
  try {
    return db.query<FolderHolder, []>('SELECT pid, host FROM holder').get() ?? undefined
  } catch {
    // The holder has not written its details yet.
    return undefined
  } finally {
    db.close()
  }
}

/** An open write transaction: the operating system releases it, network file systems share it, others read the holder. */
function tryLock(dataDir: string, { waited }: { waited: boolean }): FolderLock | undefined {
  return orStartFailure(join(dataDir, fileName), () => {
    const db = openLockFile(dataDir)
    try {
      db.run('BEGIN IMMEDIATE')
      const crashed = replaceHolder(db)
      db.run('PRAGMA busy_timeout = 1000')
      db.run('COMMIT')
      db.run('PRAGMA busy_timeout = 0')
      db.run('BEGIN IMMEDIATE')
      return holdLock(db, { isTakenOver: waited || crashed })
    } catch (error) {
      db.close()
      if (errorCode(error) === 'SQLITE_BUSY') return undefined
      throw error
    }
  })
}

function replaceHolder(db: Database) {
  db.run('CREATE TABLE IF NOT EXISTS holder (only INTEGER PRIMARY KEY, pid INTEGER NOT NULL, host TEXT NOT NULL)')
  const crashed = db.query('SELECT 1 FROM holder').get() !== null
  db.run('REPLACE INTO holder (only, pid, host) VALUES (1, ?, ?)', [process.pid, hostname()])
  return crashed
}

function holdLock(db: Database, { isTakenOver }: { isTakenOver: boolean }): FolderLock {
  const sinceMs = performance.now()
  let held = true
  return {
    isHandOver: () => isTakenOver && performance.now() - sinceMs < handOverMs,
    isHeld: () => held && db.inTransaction,
    release() {
      if (!held) return
      held = false
      try {
        db.run('DELETE FROM holder')
        db.run('COMMIT')
      } catch {
        // Closing the file releases the lock anyway.
      } finally {
        db.close()
      }
    },
  }
}

const fileName = 'lock.sqlite'

function openLockFile(dataDir: string) {
  const path = join(dataDir, fileName)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new Database(path, { create: true })
  db.run('PRAGMA busy_timeout = 0')
  chmodSync(path, 0o600)
  return db
}
