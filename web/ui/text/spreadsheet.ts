import { utils, write } from 'xlsx'
import type { SpreadsheetCell } from '../../../src/kernel/spreadsheet/write/harmless-cell.contract'
import { saveBlob } from './object-url'

interface SpreadsheetOptions {
  fileName: string
  sheetName: string
  header: readonly string[]
  rows: readonly (readonly SpreadsheetCell[])[]
}

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const sheetNameMax = 31
/** Otherwise phone numbers are shown as 5.5E+12. */
const wholeNumberFormat = '0'
/** Numbers in spreadsheets have 15 digits. */
const numberOf = (cell: SpreadsheetCell) => (/^[1-9]\d{7,14}$/.test(String(cell)) ? Number(cell) : cell)

/** Downloads the rows as an Excel file. The library is large: import this file on demand only. */
export function saveSpreadsheet({ fileName, sheetName, header, rows }: SpreadsheetOptions) {
  const sheet = utils.aoa_to_sheet([[...header], ...rows.map((row) => row.map(numberOf))])
  for (const cell of Object.values(sheet)) if (Number.isInteger(cell?.v)) cell.z = wholeNumberFormat
  sheet['!cols'] = header.map((name, index) => ({
    wch: Math.min(60, Math.max(name.length, ...rows.map((row) => String(row[index] ?? '').length)) + 2),
  }))
  const book = utils.book_new(sheet, sheetName.slice(0, sheetNameMax))
  const file = new Blob([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], { type })
  saveBlob(file, `${fileName}.xlsx`)
}
