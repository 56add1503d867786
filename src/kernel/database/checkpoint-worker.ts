import { Database } from 'bun:sqlite'
import { parentPort } from 'node:worker_threads'

/**
 * Checkpoints each file it is sent without blocking writers or readers, and answers whether its whole WAL was moved.
 */
parentPort?.on('message', (path: string) => {
  parentPort?.postMessage({ path, complete: checkpoint(path) })
})

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
    // The file was deleted, busy or damaged meanwhile; the next sweep retries while it is open.
    return false
  }
}
