import { SpreadsheetError } from '../spreadsheet-limits'

/** Names come without namespace prefix. */
export interface XmlHandler {
  open?(name: string, attributes: string): void
  close?(name: string): void
  /** Text between two tags, or a CDATA section, with entities decoded. */
  text?(text: string): void
}

/** No tag or text of a spreadsheet is longer. */
const tokenLengthMax = 4 * 1024 * 1024

/** As far as spreadsheets use it. Refuses document types, which could declare entities. @throws SpreadsheetError */
function createXmlReader({ open, close, text }: XmlHandler) {
  let held = ''

  function read(final: boolean) {
    let at = 0
    for (;;) {
      const start = held.indexOf('<', at)
      if (start === -1) break
      const end = endOfMarkup(held, start)
      if (end === -1) break
      text?.(decode(held.slice(at, start)))
      take(held.slice(start, end))
      at = end
    }
    held = held.slice(at)
    if (held.length > tokenLengthMax || (final && held.trim() !== '')) throw new SpreadsheetError('unreadable')
  }

  function take(markup: string) {
    if (markup.startsWith('<![CDATA[')) return text?.(markup.slice(9, -3))
    if (markup.startsWith('<!--') || markup.startsWith('<?')) return
    if (markup.startsWith('<!')) throw new SpreadsheetError('unreadable')
    if (markup[1] === '/') return close?.(localName(markup.slice(2, -1).trim()))
    const isEmpty = markup.endsWith('/>')
    const inner = markup.slice(1, isEmpty ? -2 : -1)
    const blank = inner.search(/\s/)
    const name = localName(blank === -1 ? inner : inner.slice(0, blank))
    open?.(name, blank === -1 ? '' : inner.slice(blank))
    if (isEmpty) close?.(name)
  }

  return {
    feed(piece: string) {
      held += piece
      read(false)
    },
    end: () => read(true),
  }
}

export async function* parseXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const reader = createXmlReader(handler)
  const decoder = new TextDecoder()
  for await (const piece of pieces) {
    reader.feed(decoder.decode(piece, { stream: true }))
    yield
  }
  reader.end()
}

export async function readXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler) {
  for await (const _ of parseXml(pieces, handler));
}

function endOfMarkup(held: string, start: number) {
  const after = (marker: string) => {
    const end = held.indexOf(marker, start)
    return end === -1 ? -1 : end + marker.length
  }
  if (held.startsWith('<!--', start)) return after('-->')
  if (held.startsWith('<![CDATA[', start)) return after(']]>')
  if (held.startsWith('<?', start)) return after('?>')
  for (let end = held.indexOf('>', start); end !== -1; end = held.indexOf('>', end + 1)) {
    if (isComplete(held, start, end)) return end + 1
  }
  return -1
}

function isComplete(held: string, start: number, end: number) {
  let quote = ''
  for (const character of held.slice(start, end)) {
    if (quote === '' && (character === '"' || character === "'")) quote = character
    else if (character === quote) quote = ''
  }
  return quote === ''
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, key = '', double, single] of attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (localName(key) === name) return decode(double ?? single ?? '')
  }
  return undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string) {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
