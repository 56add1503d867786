import { parentPort } from 'node:worker_threads'
import { isDamaged, openDatabase } from '../database/database'
import { type Migration, migrate } from '../database/migrate'

export interface UpgradeOrder {
  path: string
  migrations: readonly Migration[]
  /** Reads the whole file first, for one of unknown origin. */
  isForeign?: boolean
}

export interface UpgradeResult {
  path: string
  failure?: string
}

parentPort?.on('message', ({ path, migrations, isForeign }: UpgradeOrder) => {
  const result: UpgradeResult = { path }
  try {
    const db = openDatabase(path)
    try {
      if (isForeign && isDamaged(db)) throw new Error(`${path} is damaged`)
      migrate(db, migrations)
    } finally {
      db.close()
    }
  } catch (error) {
    result.failure = String(error)
  }
  parentPort?.postMessage(result)
})
