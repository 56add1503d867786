import { isDateFormat, textOf, withoutGaps } from './cell-text'
import type { SheetRow } from './read-workbook'
import { cellLengthMax, spreadsheetLimits, SpreadsheetError } from '../spreadsheet-limits'
import { attributeOf, parseXml, readXml, type XmlHandler } from './xml-reader'

export interface SheetStyle {
  strings: readonly string[]
  formats: readonly string[]
  /** Days count from 1904, as in old Excel for Mac. */
  date1904: boolean
}

const daysUntil1904 = 1462
const lastRow = 1_048_576

export async function readSharedStrings(pieces: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = []
  const text = createTextCollector()
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text.begin()
      text.open(name)
    },
    close(name) {
      text.close(name)
      if (name === 'si') strings.push(text.value())
    },
    text: text.add,
  }
  await readXml(pieces, handler)
  return strings
}

/** While its XML arrives. @throws SpreadsheetError */
export async function* readSheetRows(pieces: AsyncIterable<Buffer>, style: SheetStyle): AsyncGenerator<SheetRow> {
  const ready: SheetRow[] = []
  const handler = createSheetHandler(style, (row) => void ready.push(row))
  for await (const _ of parseXml(pieces, handler)) yield* ready.splice(0)
}

function createSheetHandler(style: SheetStyle, take: (row: SheetRow) => void): XmlHandler {
  const text = createTextCollector()
  let number = 0
  let row: string[] = []
  let column = -1
  let attributes = ''

  function finishCell() {
    const shown = cellText(attributes, text.value(), style)
    if (shown === '') return
    if (column >= spreadsheetLimits.columnsMax) throw new SpreadsheetError('tooManyColumns')
    row[column] = shown
  }

  return {
    open(name, given) {
      if (name === 'row') {
        number = Number(attributeOf(given, 'r') ?? number + 1)
        if (!(number >= 1 && number <= lastRow)) throw new SpreadsheetError('unreadable')
        row = []
        column = -1
      } else if (name === 'c') {
        attributes = given
        column = columnOf(attributeOf(given, 'r')) ?? column + 1
        text.begin()
      } else text.open(name)
    },
    close(name) {
      if (name === 'c') finishCell()
      else if (name === 'row') take([number, withoutGaps(row)])
      else text.close(name)
    },
    text: text.add,
  }
}

/** `<v>` and `<t>`, not phonetic hints (`<rPh>`) and formulas. */
function createTextCollector() {
  let value = ''
  let isText = false
  let hints = 0
  return {
    begin() {
      value = ''
      isText = false
      hints = 0
    },
    open(name: string) {
      if (name === 'rPh') hints++
      isText = (name === 'v' || name === 't') && hints === 0
    },
    close(name: string) {
      if (name === 'rPh') hints--
      isText = false
    },
    add(text: string) {
      // A hostile cell can hold all of a sheet's bytes.
      if (isText && value.length < cellLengthMax) value += text
    },
    /** Control characters are written as `_x000D_`. */
    value: () =>
      value
        .slice(0, cellLengthMax)
        .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  }
}

function columnOf(reference: string | undefined) {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function cellText(attributes: string, raw: string, { strings, formats, date1904 }: SheetStyle): string {
  switch (attributeOf(attributes, 't') ?? 'n') {
    case 's':
      return strings[Number(raw)] ?? ''
    case 'inlineStr':
    case 'str':
    case 'd':
      return raw
    case 'b':
      return raw === '' ? '' : String(raw === '1' || raw === 'true')
    case 'n':
      return numberText(raw, formats[Number(attributeOf(attributes, 's') ?? 0)] ?? '', date1904)
    default:
      return ''
  }
}

function numberText(raw: string, format: string, date1904: boolean) {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return ''
  const days = date1904 && isDateFormat(format) ? daysUntil1904 : 0
  return textOf({ t: 'n', v: value + days, z: format })
}
