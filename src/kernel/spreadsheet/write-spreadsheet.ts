import { Worker } from 'node:worker_threads'
import type { SpreadsheetCell } from './harmless-cell.contract'
import type { SpreadsheetColumn } from './xlsx-writer'

export const spreadsheetFormats = ['xlsx', 'csv'] as const
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number]

export interface WriteOptions {
  format: SpreadsheetFormat
  sheetName: string
  columns: readonly SpreadsheetColumn[]
  /** Asked for one batch after the other, each only when the reader has taken the bytes of the one before. */
  rows: Iterator<SpreadsheetCell[][]>
  /** Called once, when all was read, the reader has left, or the rows failed. */
  onEnd?: () => void
}

export type WriteOrder =
  | { type: 'begin'; format: SpreadsheetFormat; sheetName: string; columns: readonly SpreadsheetColumn[] }
  | { type: 'rows'; rows: SpreadsheetCell[][] }
  | { type: 'end' }

export interface WriteReply {
  bytes: Uint8Array
}

export const spreadsheetTypes: Record<SpreadsheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A reader that takes nothing for this long has left. */
const idleMsMax = 120_000

/**
 * The bytes of a spreadsheet, written in a worker while they are read. Memory holds one batch. Cancelling the stream, or not
 * reading it, ends the worker.
 */
export function writeSpreadsheet({ rows, onEnd, ...begin }: WriteOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./spreadsheet-write-worker.ts', import.meta.url))
  worker.unref()
  let isBegun = false
  let isEnded = false
  let isStopped = false
  let failed: (error: Error) => void = () => {}
  let idle: Timer | undefined

  function stop() {
    if (isStopped) return
    isStopped = true
    clearTimeout(idle)
    rows.return?.()
    void worker.terminate()
    onEnd?.()
  }

  async function ask(order: WriteOrder) {
    const { promise, resolve, reject } = Promise.withResolvers<WriteReply>()
    failed = reject
    worker.once('message', resolve)
    worker.postMessage(order)
    return (await promise).bytes as Uint8Array<ArrayBuffer>
  }

  function nextOrder(): WriteOrder {
    if (!isBegun) {
      isBegun = true
      return { type: 'begin', ...begin }
    }
    const { done, value } = rows.next()
    isEnded = done ?? false
    return isEnded ? { type: 'end' } : { type: 'rows', rows: value as SpreadsheetCell[][] }
  }

  worker.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))))

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        clearTimeout(idle)
        try {
          const bytes = await ask(nextOrder())
          if (bytes.length > 0) controller.enqueue(bytes)
          else if (!isEnded) return this.pull?.(controller)
        } catch (error) {
          stop()
          throw error
        }
        if (isEnded) {
          stop()
          controller.close()
        } else {
          idle = setTimeout(() => {
            stop()
            controller.error(new Error('Nobody read the spreadsheet'))
          }, idleMsMax)
          idle.unref()
        }
      },
      cancel: stop,
    },
    { highWaterMark: 1 },
  )
}
