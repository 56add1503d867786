import { Database } from 'bun:sqlite'
import { parentPort } from 'node:worker_threads'

/** `to`: copies into a new file. Without it, writes the WAL into the file. */
export interface FileOrder {
  path: string
  to?: string
}

parentPort?.on('message', ({ path, to }: FileOrder) => {
  try {
    const db = to ? new Database(path, { readonly: true }) : new Database(path, { readwrite: true, create: false })
    try {
      db.run('PRAGMA busy_timeout = 5000')
      if (to) db.run('VACUUM INTO ?', [to])
      else db.query('PRAGMA wal_checkpoint(TRUNCATE)').get()
    } finally {
      db.close()
    }
    parentPort?.postMessage({})
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) })
  }
})
