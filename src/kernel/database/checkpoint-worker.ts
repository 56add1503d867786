import { Database } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

export interface CheckpointRequest {
  path: string
  /** `sync` keeps the WAL's content through a power cut. */
  kind: 'sync' | 'checkpoint' | 'truncate'
}

parentPort?.on('message', (request: CheckpointRequest) => {
  const { path, kind } = request
  parentPort?.postMessage({ request, complete: kind === 'sync' ? sync(`${path}-wal`) : checkpoint(path, kind) })
})

function sync(wal: string): boolean {
  try {
    // Closing a file releases the process's locks on it. SQLite has none on the WAL.
    const file = openSync(wal, 'r+')
    try {
      fsyncSync(file)
      return true
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

function checkpoint(path: string, kind: 'checkpoint' | 'truncate'): boolean {
  try {
    const db = new Database(path, { readwrite: true, create: false })
    try {
      db.run('PRAGMA busy_timeout = 0')
      const isDone = isCheckpointed(db, 'PASSIVE')
      // Writers wait for it, but there is little left.
      return isDone && kind === 'truncate' ? isCheckpointed(db, 'TRUNCATE') : isDone
    } finally {
      db.close()
    }
  } catch {
    // Deleted, busy or damaged meanwhile; the next sweep retries.
    return false
  }
}

interface Checkpointed {
  busy: number
  log: number
  checkpointed: number
}

function isCheckpointed(db: Database, mode: 'PASSIVE' | 'TRUNCATE') {
  const result = db.query<Checkpointed, []>(`PRAGMA wal_checkpoint(${mode})`).get()
  return result?.busy === 0 && result.log === result.checkpointed
}
