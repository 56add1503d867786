import { startProductWorker } from '../../product-files'
import { streamPieces } from '../../http/stream-pieces'
import type { SpreadsheetCell } from './harmless-cell.contract'
import type { SpreadsheetColumn } from './xlsx-writer'

const spreadsheetFormats = ['xlsx', 'csv'] as const
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number]

export interface WriteOptions {
  format: SpreadsheetFormat
  sheetName: string
  columns: readonly SpreadsheetColumn[]
  rows: Iterator<SpreadsheetCell[][]>
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

/** In a worker, one batch in memory. Cancelling or not reading stops it. */
export function writeSpreadsheet(options: WriteOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const writer = createPacedWriter(options)
  return streamPieces(piecesOf(writer), writer.stop)
}

async function* piecesOf(writer: ReturnType<typeof createPacedWriter>) {
  while (!writer.isEnded()) yield await writer.next()
}

function createPacedWriter({ rows, onEnd, ...begin }: WriteOptions) {
  const worker = startProductWorker('src/kernel/spreadsheet/write/spreadsheet-write-worker.ts')
  worker.unref()
  let isStarted = false
  let isEnded = false
  let isStopped = false
  let failed: (error: Error) => void = () => {}
  worker.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))))

  async function send(order: WriteOrder) {
    const { promise, resolve, reject } = Promise.withResolvers<WriteReply>()
    failed = reject
    worker.once('message', resolve)
    worker.postMessage(order)
    return (await promise).bytes as Uint8Array<ArrayBuffer>
  }

  function nextOrder(): WriteOrder {
    if (!isStarted) {
      isStarted = true
      return { type: 'begin', ...begin }
    }
    const { done, value } = rows.next()
    isEnded = done ?? false
    return isEnded ? { type: 'end' } : { type: 'rows', rows: value }
  }

  return {
    isEnded: () => isEnded,
    async next() {
      const startedAt = performance.now()
      const order = nextOrder()
      const pauseMs = performance.now() - startedAt
      const bytes = await send(order)
      // A fast reader would keep the event loop busy.
      await Bun.sleep(pauseMs)
      return bytes
    },
    stop() {
      if (isStopped) return
      isStopped = true
      rows.return?.()
      void worker.terminate()
      onEnd?.()
    },
  }
}
