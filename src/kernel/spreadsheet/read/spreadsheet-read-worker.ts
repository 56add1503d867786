import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { decodeText, readDelimited } from './read-delimited'
import type { SheetRows } from './read-workbook'
import type { ReadOrder, ReadResult, SpreadsheetSheet } from './read-spreadsheet'
import { isVCard, readVCards } from './read-vcards'
import { cellLengthMax, spreadsheetLimits, SpreadsheetError } from '../spreadsheet-limits'
import { rowsPerMark } from '../rows-file'
import { readZipEntries, unpackEntry, type ZipEntry } from './zip-entries'

const writeBytes = 256 * 1024
/** Signature of xlsx files. */
const zipSignature = '504b0304'
/** Signature of xls files, and of encrypted ones. */
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

/** Writes the rows of all sheets as JSON lines and returns the position of each sheet. */
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

/** xlsx files are read piece by piece; the library reads the rarer formats, such as xlsb and ods. */
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
  // A large library that text files do not need.
  const { readWorkbook } = await import('./read-workbook')
  return readWorkbook(bytes)
}

function* numbered(rows: Iterable<string[]>): Generator<[number, string[]]> {
  let number = 0
  for (const row of rows) yield [++number, row]
}

function trimRow(cells: readonly string[]) {
  const kept = cells.map((cell) => cell.slice(0, cellLengthMax).replaceAll('\0', '').trim())
  while (kept.length > 0 && kept.at(-1) === '') kept.pop()
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

/** The ratio of smaller entries is not limited. */
const ratioMattersBytes = 1024 * 1024

/** Refuses an archive that declares to unpack to too much. */
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
