import { type CellObject, read, SSF, type WorkSheet } from 'xlsx'
import { spreadsheetLimits, SpreadsheetError } from './spreadsheet-limits'

export interface SheetRows {
  name: string
  rows: Iterable<[number, string[]]>
}

/**
 * Reads the sheets of an Excel file. Formulas are not evaluated; cells have their saved values.
 * @throws SpreadsheetError
 */
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
      // Formatted texts of all cells would take as much memory again.
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

/** Iterates existing cells only: a single distant cell creates an array with a billion holes. */
const ownIndexes = (list: readonly unknown[]) => Object.keys(list).map(Number)

/** Returns the cell's text. Numbers are written out, because a phone number would be displayed as 5.51E+12. */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'e' || cell.t === 'z') return ''
  if (cell.t !== 'n' || typeof cell.v !== 'number')
    return cell.v instanceof Date ? cell.v.toISOString() : String(cell.v)
  const format = typeof cell.z === 'string' ? cell.z : ''
  if (SSF.is_date(format) || /^0+$/.test(format)) return formatted(cell.v, format)
  return Number.isSafeInteger(cell.v) ? BigInt(cell.v).toString() : String(cell.v)
}

/** Dates are written day first, whatever program saved them. */
function formatted(value: number, format: string) {
  return String(SSF.format(/^m\/d\/yy/i.test(format) ? 'dd/mm/yyyy' : format, value))
}
