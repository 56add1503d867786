import { spreadsheetLimits, SpreadsheetError } from '../spreadsheet-limits'

const delimiters = [';', ',', '\t', '|']
/** Lines used to detect the delimiter. */
const sampleLines = 20

/** Decodes a text file: by its byte order mark, else as UTF-8 if valid, else as Windows-1252, Excel's default. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Text files contain no control characters other than tab and line ends.
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(Buffer.from(bytes.subarray(0, 65_536)).toString('latin1'))) {
    throw new SpreadsheetError('unreadable')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The rows of a delimited text (RFC 4180, with any of four delimiters). @throws SpreadsheetError */
export function* readDelimited(given: string): Generator<string[]> {
  const named = /^sep=([;,\t|])\r?\n/i.exec(given)
  const text = named ? given.slice(named[0].length) : given
  const delimiter = named?.[1] ?? findDelimiter(text)
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at, delimiter) : readPlain(text, at, delimiter)
    row.push(cell.text)
    if (row.length > spreadsheetLimits.columnsMax && cell.text !== '') throw new SpreadsheetError('tooManyColumns')
    at = cell.end
    if (text[at] === delimiter) {
      at++
      if (at < text.length) continue
      row.push('')
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    yield row
    row = []
  }
}

function readPlain(text: string, start: number, delimiter: string) {
  const end = endOfCell(text, start, delimiter)
  return { text: text.slice(start, end), end }
}

/** Quotation marks inside are doubled. Text between the closing one and the delimiter belongs to the cell. */
function readQuoted(text: string, start: number, delimiter: string) {
  let from = start + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close === -1) throw new SpreadsheetError('unclosedQuote')
    if (text[close + 1] === '"') from = close + 2
    else return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: endOfCell(text, close + 1, delimiter) }
  }
}

function endOfCell(text: string, start: number, delimiter: string) {
  for (let end = start; end < text.length; end++) {
    const character = text[end]
    if (character === delimiter || character === '\n' || character === '\r') return end
  }
  return text.length
}

/** Returns the most frequent delimiter of the first lines, outside quotation marks. */
function findDelimiter(text: string) {
  const lines = text
    .slice(0, 65_536)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, sampleLines)
    // Of a line of quoted cells, only delimiters remain, perhaps only tabs.
    .filter((line) => line.replaceAll(' ', '') !== '')
  const linesWith = (delimiter: string) => lines.filter((line) => line.includes(delimiter)).length
  const [best = ','] = delimiters.toSorted((a, b) => linesWith(b) - linesWith(a))
  return linesWith(best) > 0 ? best : ','
}
