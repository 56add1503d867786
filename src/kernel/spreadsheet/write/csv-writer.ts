import { harmlessCell, type SpreadsheetCell } from './harmless-cell.contract'
import { shownDate } from '../read/serial-date'
import type { SpreadsheetColumn, SpreadsheetWriter } from './xlsx-writer'

const byteOrderMark = '\ufeff'

/** Uses semicolons, as Excel expects where the comma is the decimal separator, and a UTF-8 byte order mark. */
export function createCsvWriter(columns: readonly SpreadsheetColumn[]): SpreadsheetWriter {
  const shownCell = (cell: SpreadsheetCell, index: number) =>
    columns[index]?.isDate && typeof cell === 'number' ? shownDate(cell) : cell
  return {
    begin: () => Buffer.from(byteOrderMark + lineOf(columns.map(({ title }) => title))),
    rows: (rows) => Buffer.from(rows.map((row) => lineOf(row.map(shownCell))).join('')),
    end: () => new Uint8Array(),
  }
}

const lineOf = (row: readonly SpreadsheetCell[]) => `${row.map(cellText).join(';')}\r\n`

function cellText(cell: SpreadsheetCell) {
  const text = String(harmlessCell(cell))
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
