import { Database } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

export interface CheckpointRequest {
  path: string
  /** `sync` keeps the WAL's content through a power cut. */
  kind: 'sync' | 'checkpoint'
}

parentPort?.on('message', (request: CheckpointRequest) => {
  const { path, kind } = request
  parentPort?.postMessage({ request, complete: kind === 'sync' ? sync(`${path}-wal`) : checkpoint(path) })
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

function checkpoint(path: string): boolean {
  try {
    const db = new Database(path, { readwrite: true, create: false })
    try {
      db.run('PRAGMA busy_timeout = 0')
      const result = db
        .query<{ busy: number; log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(PASSIVE)')
        .get()
      return result?.busy === 0 && result.log === result.checkpointed
    } finally {
      db.close()
    }
  } catch {
    // Deleted, busy or damaged meanwhile; the next sweep retries.
    return false
  }
}
