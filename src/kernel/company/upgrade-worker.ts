import { parentPort } from 'node:worker_threads'
import { openDatabase } from '../database/database'
import { type Migration, migrate } from '../database/migrate'

export interface UpgradeOrder {
  path: string
  migrations: readonly Migration[]
}

export interface UpgradeResult {
  path: string
  failure?: string
}

parentPort?.on('message', ({ path, migrations }: UpgradeOrder) => {
  const result: UpgradeResult = { path }
  try {
    const db = openDatabase(path)
    try {
      migrate(db, migrations)
    } finally {
      db.close()
    }
  } catch (error) {
    result.failure = String(error)
  }
  parentPort?.postMessage(result)
})
