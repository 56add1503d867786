import { harmlessCell, type SpreadsheetCell } from './harmless-cell.contract'
import { shownDate } from '../read/serial-date'
import type { ColumnFormat, SpreadsheetColumn, SpreadsheetWriter } from './xlsx-writer'

const byteOrderMark = '\ufeff'
const minutesPerDay = 1440

/** Uses semicolons, as Excel expects where the comma is the decimal separator, and a UTF-8 byte order mark. */
export function createCsvWriter(columns: readonly SpreadsheetColumn[]): SpreadsheetWriter {
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

const lineOf = (row: readonly SpreadsheetCell[]) => `${row.map(cellText).join(';')}\r\n`

function cellText(cell: SpreadsheetCell) {
  const text = String(harmlessCell(cell))
  return /[";\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
