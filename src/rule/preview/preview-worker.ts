import { parentPort } from 'node:worker_threads'
import { openDatabase } from '../../kernel/database/database'
import { openDrizzle } from '../../kernel/database/kept-texts'
import type { RulePreview } from '../rule.record'
import { type ReplayOrder, replayWeek } from './replay-week'

export interface PreviewOrder extends ReplayOrder {
  path: string
}

export type PreviewResult = { preview: RulePreview } | { failure: string }

parentPort?.on('message', ({ path, ...order }: PreviewOrder) => {
  let result: PreviewResult
  try {
    const sqlite = openDatabase(path, { readonly: true })
    try {
      result = { preview: replayWeek({ db: openDrizzle(sqlite) }, order) }
    } finally {
      sqlite.close()
    }
  } catch (error) {
    result = { failure: String(error) }
  }
  parentPort?.postMessage(result)
})
