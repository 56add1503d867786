import { parentPort } from 'node:worker_threads'
import type { WriteOrder, WriteReply } from './write-spreadsheet'
import { createXlsxWriter, type SpreadsheetWriter, type ColumnFormat, type SpreadsheetColumn } from './xlsx-writer'
import { harmlessCell, type SpreadsheetCell } from './harmless-cell.contract'
import { shownDate } from '../read/cell-text'

const byteOrderMark = '\ufeff'

const minutesPerDay = 1440

const lineOf = (row: readonly SpreadsheetCell[]) => `${row.map(cellText).join(';')}\r\n`

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

/** Semicolons and a byte order mark, for Excel where the comma is decimal. */
function createCsvWriter(columns: readonly SpreadsheetColumn[]): SpreadsheetWriter {
  const shownCell = (cell: SpreadsheetCell, index: number) =>
    typeof cell === 'number' ? shownNumber(cell, columns[index]?.format) : cell
  return {
    begin: () => Buffer.from(byteOrderMark + lineOf(columns.map(({ title }) => title))),
    rows: (rows) => Buffer.from(rows.map((row) => lineOf(row.map(shownCell))).join('')),
    end: () => new Uint8Array(),
  }
}

function shownNumber(cell: number, format: ColumnFormat | undefined) {
  if (format === 'date') return shownDate(cell)
  if (format !== 'duration') return cell
  const minutes = Math.round(cell * minutesPerDay)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}h ${two(minutes % 60)}m`
}

function cellText(cell: SpreadsheetCell) {
  const text = String(harmlessCell(cell))
  return /[";\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
