import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { SheetRows } from './read-workbook'
import type { ReadOrder, ReadResult, SpreadsheetSheet } from './read-spreadsheet'
import { isVCard, readVCards } from './read-vcards'
import { cellLengthMax, spreadsheetLimits, SpreadsheetError } from '../spreadsheet-limits'
import { rowsPerMark } from '../rows-file'
import { readZipEntries, unpackEntry, type ZipEntry } from './zip-entries'

const writeBytes = 256 * 1024
const zipSignature = '504b0304'
const oleSignature = 'd0cf11e0a1b11ae1'

parentPort?.on('message', async ({ path, rowsPath }: ReadOrder) => {
  let result: ReadResult
  try {
    result = { sheets: await convert(await readSheets(readFileSync(path)), rowsPath) }
  } catch (error) {
    result = { failure: error instanceof SpreadsheetError ? error.reason : 'unreadable' }
  }
  parentPort?.postMessage(result)
})

/** JSON lines; returns each sheet's position. */
async function convert(given: Iterable<SheetRows>, rowsPath: string): Promise<SpreadsheetSheet[]> {
  const target = createTarget(rowsPath)
  const sheets: SpreadsheetSheet[] = []
  let total = 0
  try {
    for (const { name, rows } of given) {
      const sheet: SpreadsheetSheet = {
        name: name.slice(0, 100),
        rows: 0,
        columns: 0,
        start: target.position(),
        marks: [],
      }
      for await (const [number, cells] of rows) {
        const kept = trimRow(cells)
        if (kept.length === 0) continue
        if (++total > spreadsheetLimits.rowsMax) throw new SpreadsheetError('tooManyRows')
        if (sheet.rows++ % rowsPerMark === 0) sheet.marks.push(target.position())
        sheet.columns = Math.max(sheet.columns, kept.length)
        target.write(`${JSON.stringify([number, ...kept])}\n`)
      }
      if (sheet.rows > 0) sheets.push(sheet)
    }
  } finally {
    target.close()
  }
  if (total === 0) throw new SpreadsheetError('empty')
  return sheets
}

/** Decides the type by content, because file names can be wrong. */
async function readSheets(bytes: Buffer): Promise<Iterable<SheetRows>> {
  const signature = bytes.subarray(0, 8).toString('hex')
  if (signature.startsWith(zipSignature)) return readZip(bytes)
  if (signature === oleSignature) return readWhole(bytes)
  const text = decodeText(bytes)
  // Web pages and XML named .xls, and PDF files.
  if (/^\s*<|^%PDF/.test(text.slice(0, 1000))) throw new SpreadsheetError('unreadable')
  return [{ name: '', rows: numbered(isVCard(text) ? readVCards(text) : readDelimited(text)) }]
}

async function readZip(bytes: Buffer) {
  const entries = readZipEntries(bytes)
  assertHarmlessSizes(entries)
  const { readXlsx } = await import('./read-xlsx')
  const sheets = await readXlsx(bytes, entries)
  if (sheets) return sheets
  await assertDeclaredSizes(bytes, entries)
  return readWhole(bytes)
}

async function readWhole(bytes: Buffer) {
  const { readWorkbook } = await import('./read-workbook')
  return readWorkbook(bytes)
}

function* numbered(rows: Iterable<string[]>): Generator<[number, string[]]> {
  let number = 0
  for (const row of rows) yield [++number, row]
}

function trimRow(cells: readonly string[]) {
  const kept = cells.map((cell) => cell.slice(0, cellLengthMax).replaceAll('\0', '').trim())
  while (kept.at(-1) === '') kept.pop()
  return kept
}

function createTarget(path: string) {
  const file = openSync(path, 'wx', 0o600)
  let held: string[] = []
  let heldLength = 0
  let position = 0
  function flush() {
    const bytes = Buffer.from(held.join(''))
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
    held = []
    heldLength = 0
  }
  return {
    position: () => position,
    write(line: string) {
      position += Buffer.byteLength(line)
      held.push(line)
      heldLength += line.length
      if (heldLength > writeBytes) flush()
    },
    close() {
      flush()
      closeSync(file)
    },
  }
}

const ratioMattersBytes = 1024 * 1024

function assertHarmlessSizes(entries: readonly ZipEntry[]) {
  let total = 0
  for (const { declared, packed } of entries) {
    total += declared
    const isBomb = declared > ratioMattersBytes && declared > packed * spreadsheetLimits.unpackedRatioMax
    if (total > spreadsheetLimits.unpackedBytesMax || isBomb) throw new SpreadsheetError('tooLarge')
  }
}

/** For a library that unpacks everything at once: refuses an archive whose entries are larger than they declare. */
async function assertDeclaredSizes(view: Buffer, entries: readonly ZipEntry[]) {
  for (const entry of entries) {
    const pieces = unpackEntry(view, entry)
    while (!(await pieces.next()).done);
  }
}

const delimiters = [';', ',', '\t', '|']
const sampleLines = 20

/** Decodes a text file: by its byte order mark, else as UTF-8 if valid, else as Windows-1252, Excel's default. */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Text files have no control characters but tab and line ends.
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(Buffer.from(bytes.subarray(0, 65_536)).toString('latin1'))) {
    throw new SpreadsheetError('unreadable')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** RFC 4180, with any of four delimiters. @throws SpreadsheetError */
function* readDelimited(given: string): Generator<string[]> {
  const named = /^sep=([;,\t|])\r?\n/i.exec(given)
  const text = named ? given.slice(named[0].length) : given
  const delimiter = named?.[1] ?? findDelimiter(text)
  const cellEnd = new RegExp(`[${delimiter}\\r\\n]|$`, 'g')
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at, cellEnd) : readPlain(text, at, cellEnd)
    row.push(cell.text)
    if (row.length > spreadsheetLimits.columnsMax && cell.text !== '') throw new SpreadsheetError('tooManyColumns')
    at = cell.end
    if (text[at] === delimiter) {
      at++
      if (at < text.length) continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    yield row
    row = []
  }
}

function readPlain(text: string, start: number, cellEnd: RegExp) {
  const end = endOfCell(text, start, cellEnd)
  return { text: text.slice(start, end), end }
}

function readQuoted(text: string, start: number, cellEnd: RegExp) {
  let from = start + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close === -1) throw new SpreadsheetError('unclosedQuote')
    if (text[close + 1] === '"') from = close + 2
    else return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: endOfCell(text, close + 1, cellEnd) }
  }
}

function endOfCell(text: string, start: number, cellEnd: RegExp) {
  cellEnd.lastIndex = start
  return cellEnd.exec(text)?.index ?? text.length
}

function findDelimiter(text: string) {
  const lines = text
    .slice(0, 65_536)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, sampleLines)
  const linesWith = (delimiter: string) => lines.filter((line) => line.includes(delimiter)).length
  const [best = ','] = delimiters.toSorted((a, b) => linesWith(b) - linesWith(a))
  return linesWith(best) > 0 ? best : ','
}
