import { rmSync } from 'node:fs'
import { readMemoryBytesMax, readTimeoutMs, SpreadsheetError, type SpreadsheetFailure } from '../spreadsheet-limits'
import { createLimiter } from '../../job/limiter'
import { startProductWorker } from '../../product-files'

export interface SpreadsheetSheet {
  /** Empty for text files. */
  name: string
  rows: number
  columns: number
  start: number
  marks: number[]
}

export interface ReadOrder {
  path: string
  rowsPath: string
}

export type ReadResult = { sheets: SpreadsheetSheet[] } | { failure: SpreadsheetFailure }

interface ReadOptions {
  signal?: AbortSignal
  timeoutMs?: number
}

/** Two files at once for all companies: each takes some hundred megabytes. */
const inTurn = createLimiter(2)
const memoryCheckMs = 200

/** In a worker, which writes the rows to `rowsPath`. @throws SpreadsheetError; then `rowsPath` does not exist */
export async function readSpreadsheet(order: ReadOrder, options: ReadOptions = {}): Promise<SpreadsheetSheet[]> {
  try {
    const result = await inTurn(() => runWorker(order, options))
    if ('sheets' in result) return result.sheets
    throw new SpreadsheetError(result.failure)
  } catch (error) {
    rmSync(order.rowsPath, { force: true })
    throw error
  }
}

async function runWorker(order: ReadOrder, { signal, timeoutMs = readTimeoutMs }: ReadOptions): Promise<ReadResult> {
  if (signal?.aborted) return { failure: 'cancelled' }
  const { promise, resolve } = Promise.withResolvers<ReadResult>()
  const worker = startProductWorker('src/kernel/spreadsheet/read/spreadsheet-read-worker.ts')
  const base = process.memoryUsage.rss()
  const cancel = () => resolve({ failure: 'cancelled' })
  const timeout = setTimeout(() => resolve({ failure: 'tooSlow' }), timeoutMs)
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - base > readMemoryBytesMax) resolve({ failure: 'tooLarge' })
  }, memoryCheckMs)
  worker.on('message', resolve)
  worker.on('error', () => resolve({ failure: 'unreadable' }))
  signal?.addEventListener('abort', cancel)
  worker.postMessage(order)
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    clearInterval(watch)
    signal?.removeEventListener('abort', cancel)
    void worker.terminate()
  }
}
