import { Database } from 'bun:sqlite'
import { parentPort } from 'node:worker_threads'

/** Checkpoints the file it is told of, without keeping any writer or reader waiting, and says when it has. */
parentPort?.on('message', (path: string) => {
  try {
    const db = new Database(path, { readwrite: true, create: false })
    try {
      db.run('PRAGMA busy_timeout = 0')
      db.query('PRAGMA wal_checkpoint(PASSIVE)').get()
    } finally {
      db.close()
    }
  } catch {
    // Erased or busy in the meantime: then there is nothing to do, or the next time will do it.
  }
  parentPort?.postMessage(undefined)
})
