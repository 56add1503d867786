import { type CellObject, read, type WorkSheet } from 'xlsx'
import { textOf } from './cell-text'
import { spreadsheetLimits, SpreadsheetError } from '../spreadsheet-limits'

/** Number in the sheet, from 1, and cells. */
export type SheetRow = [number, string[]]

export interface SheetRows {
  name: string
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>
}

/** Formulas keep their saved values. @throws SpreadsheetError */
export function readWorkbook(bytes: Uint8Array): SheetRows[] {
  const book = readBook(bytes)
  return book.SheetNames.slice(0, spreadsheetLimits.sheetsMax).map((name) => ({
    name,
    rows: rowsOf(book.Sheets[name] ?? {}),
  }))
}

function readBook(bytes: Uint8Array) {
  try {
    return read(bytes, {
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellStyles: false,
      cellNF: true,
      // Formatted texts would take as much memory again.
      cellText: false,
      bookVBA: false,
      sheetRows: spreadsheetLimits.rowsMax + 1,
    })
  } catch (error) {
    throw new SpreadsheetError(/password/i.test(String(error)) ? 'encrypted' : 'unreadable')
  }
}

function* rowsOf(sheet: WorkSheet): Generator<[number, string[]]> {
  const lines = (sheet['!data'] ?? []) as (CellObject | undefined)[][]
  for (const index of ownIndexes(lines)) {
    const row: string[] = []
    for (const column of ownIndexes(lines[index] ?? [])) {
      const text = textOf(lines[index]?.[column])
      if (text === '') continue
      if (column >= spreadsheetLimits.columnsMax) throw new SpreadsheetError('tooManyColumns')
      while (row.length < column) row.push('')
      row[column] = text
    }
    yield [index + 1, row]
  }
}

/** A single distant cell creates an array with a billion holes. */
const ownIndexes = (list: readonly unknown[]) => Object.keys(list).map(Number)
