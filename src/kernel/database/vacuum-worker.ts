import { Database } from 'bun:sqlite'
import { parentPort } from 'node:worker_threads'

export interface VacuumOrder {
  path: string
  to: string
}

parentPort?.on('message', ({ path, to }: VacuumOrder) => {
  try {
    const db = new Database(path, { readonly: true })
    try {
      db.run('PRAGMA busy_timeout = 5000')
      db.run('VACUUM INTO ?', [to])
    } finally {
      db.close()
    }
    parentPort?.postMessage({})
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) })
  }
})
