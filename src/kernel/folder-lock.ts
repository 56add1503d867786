import { Database } from 'bun:sqlite'
import { chmodSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { orStartFailure, StartFailure } from './start-failure'

/** The right to use a data folder, which one process has at a time. */
export interface FolderLock {
  /**
   * Whether the process that had the folder before may still be ending, or not know that it has lost the folder: for some
   * minutes after it was waited for, or ended without giving the folder back.
   */
  isHandOver(): boolean
  /** Gives the folder back, as the last thing a process does with it. The kernel does it for one that is killed. */
  release(): void
}

/** The process that has the folder. */
export interface FolderHolder {
  pid: number
  /** In a container, the container's id. */
  host: string
}

/** Longer than any platform lets a process end, and than a lost connection lives on at the provider. */
const handOverMs = 5 * 60_000
const retryMsDefault = 200

/** The folder is in use by another process. */
export class FolderInUse extends StartFailure {
  constructor(dataDir: string, holder: FolderHolder | undefined) {
    super(`${dataDir} is in use by another Recado${nameOf(holder)}. Stop it first.`)
  }
}

export const nameOf = (holder: FolderHolder | undefined) => (holder ? ` (process ${holder.pid} on ${holder.host})` : '')

/**
 * Takes the folder, which is made when it is not there. Two processes on one folder would step the same Signal sessions and
 * make messages unreadable. @throws FolderInUse, StartFailure
 */
export function lockFolder(dataDir: string): FolderLock {
  const lock = tryLock(dataDir, false)
  if (!lock) throw new FolderInUse(dataDir, findHolder(dataDir))
  return lock
}

/** Takes the folder as soon as it is free. Rejects with the signal's reason when that is aborted before. */
export async function whenFolderIsFree(dataDir: string, signal: AbortSignal, retryMs = retryMsDefault) {
  for (;;) {
    signal.throwIfAborted()
    const lock = tryLock(dataDir, true)
    if (lock) return lock
    await Bun.sleep(retryMs)
  }
}

/** Who has the folder, or had it and never gave it back. */
export function findHolder(dataDir: string): FolderHolder | undefined {
  const db = openLockFile(dataDir)
  try {
    return db.query<FolderHolder, []>('SELECT pid, host FROM holder').get() ?? undefined
  } catch {
    // Whoever has it has not said who it is yet.
    return undefined
  } finally {
    db.close()
  }
}

/**
 * The lock is an open write transaction on a file of its own: SQLite's lock on it is the kernel's, which frees it however
 * the process ends, and network file systems carry it between hosts. Readers may still ask who has it.
 */
function tryLock(dataDir: string, waited: boolean): FolderLock | undefined {
  return orStartFailure(join(dataDir, fileName), () => {
    const db = openLockFile(dataDir)
    try {
      db.run('BEGIN IMMEDIATE')
      const crashed = replaceHolder(db)
      // A reader may hold this up for a moment.
      db.run('PRAGMA busy_timeout = 1000')
      db.run('COMMIT')
      db.run('PRAGMA busy_timeout = 0')
      db.run('BEGIN IMMEDIATE')
      return holdLock(db, waited || crashed)
    } catch (error) {
      db.close()
      if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined
      throw error
    }
  })
}

/** Whether the last one never gave the folder back. */
function replaceHolder(db: Database) {
  db.run('CREATE TABLE IF NOT EXISTS holder (only INTEGER PRIMARY KEY, pid INTEGER NOT NULL, host TEXT NOT NULL)')
  const crashed = db.query('SELECT 1 FROM holder').get() !== null
  db.run('REPLACE INTO holder (only, pid, host) VALUES (1, ?, ?)', [process.pid, hostname()])
  return crashed
}

function holdLock(db: Database, takenOver: boolean): FolderLock {
  const sinceMs = performance.now()
  let held = true
  return {
    isHandOver: () => takenOver && performance.now() - sinceMs < handOverMs,
    release() {
      if (!held) return
      held = false
      try {
        db.run('DELETE FROM holder')
        db.run('COMMIT')
      } catch {
        // The folder is gone, or its disk is full: closing the file frees the lock all the same.
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
