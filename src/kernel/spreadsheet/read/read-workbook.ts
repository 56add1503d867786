import { type CellObject, read, type WorkSheet } from 'xlsx'
import { textOf, withoutGaps } from './cell-text'
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
  const lines = (sheet['!data'] ?? []) as CellObject[][]
  for (const [index, line] of ownEntries(lines)) {
    const row: string[] = []
    for (const [column, cell] of ownEntries(line)) {
      const text = textOf(cell)
      if (text === '') continue
      if (column >= spreadsheetLimits.columnsMax) throw new SpreadsheetError('tooManyColumns')
      row[column] = text
    }
    yield [index + 1, withoutGaps(row)]
  }
}

/** A single distant cell creates an array with a billion holes. */
const ownEntries = <Of>(list: readonly Of[]) =>
  Object.entries(list).map(([index, one]) => [Number(index), one] as const)
