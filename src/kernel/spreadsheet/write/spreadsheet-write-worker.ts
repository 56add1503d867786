import { parentPort } from 'node:worker_threads'
import { createCsvWriter } from './csv-writer'
import type { WriteOrder, WriteReply } from './write-spreadsheet'
import { createXlsxWriter, type SpreadsheetWriter } from './xlsx-writer'

let writer: SpreadsheetWriter | undefined

parentPort?.on('message', (order: WriteOrder) => {
  const bytes = Uint8Array.from(follow(order))
  const reply: WriteReply = { bytes }
  parentPort?.postMessage(reply, [bytes.buffer])
})

function follow(order: WriteOrder): Uint8Array {
  if (order.type === 'begin') {
    const { format, sheetName, columns } = order
    writer = format === 'csv' ? createCsvWriter(columns) : createXlsxWriter(sheetName, columns)
    return writer.begin()
  }
  if (!writer) throw new Error('Nothing was begun')
  return order.type === 'rows' ? writer.rows(order.rows) : writer.end()
}
