/** vCard properties (RFC 6350). */
const firstColumns = ['FN', 'TEL', 'EMAIL', 'CATEGORIES', 'ORG']
const numbersMax = 5
/** Pictures are cut. */
const lineLengthMax = 65_536

interface Property {
  name: string
  parameters: string
  value: string
}

export const isVCard = (text: string) => /^\s*BEGIN:VCARD\b/i.test(text)

/** Versions 2.1 to 4.0. The first row is the header. */
export function* readVCards(text: string): Generator<string[]> {
  yield [...firstColumns, ...Array.from({ length: numbersMax - 1 }, (_, index) => `TEL ${index + 2}`)]
  let card: Property[] | undefined
  for (const line of logicalLines(text)) {
    const property = propertyOf(line)
    if (property?.name === 'BEGIN') card = []
    else if (property?.name === 'END') {
      if (card) yield rowOf(card)
      card = undefined
    } else if (property) card?.push(property)
  }
}

/** Continued by a leading space, or `=` at the end in quoted-printable ones. */
function* logicalLines(text: string): Generator<string> {
  let held = ''
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (held.length > lineLengthMax && /^[ \t]/.test(line)) continue
    if (held.length < lineLengthMax && held.endsWith('=') && isQuotedPrintable(held)) held = held.slice(0, -1) + line
    else if (/^[ \t]/.test(line)) held += line.slice(1)
    else {
      if (held !== '') yield held
      held = line
    }
  }
  if (held !== '') yield held
}

const isQuotedPrintable = (line: string) => /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(line)

function propertyOf(line: string): Property | undefined {
  const parts = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line)
  if (!parts) return undefined
  const [, name = '', parameters = '', value = ''] = parts
  const decoded = isQuotedPrintable(line) ? decodeQuotedPrintable(value, parameters) : value
  return { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value: decoded }
}

function decodeQuotedPrintable(value: string, parameters: string) {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    // Undecoded characters above 127 occur only if the whole file is UTF-8.
    /[^\x00-\xff]/.test(value) ? 'utf8' : 'latin1',
  )
  return new TextDecoder(/CHARSET=(?:ISO-8859|WINDOWS-125)/i.test(parameters) ? 'windows-1252' : 'utf-8').decode(bytes)
}

const unescape = (value: string) =>
  value
    .replace(/\\([,;:\\])/g, '$1')
    .replace(/\\n/gi, ' ')
    .trim()

function rowOf(card: readonly Property[]): string[] {
  const all = (name: string) => card.filter((property) => property.name === name && property.value.trim() !== '')
  const [first, ...others] = numbersOf(all('TEL'))
  const email = all('EMAIL')[0]?.value ?? ''
  const categories = all('CATEGORIES')
    .flatMap(({ value }) => value.split(/(?<!\\),/))
    .map(unescape)
  const company = partsOf(all('ORG')[0]).join(', ')
  return [
    nameOf(all('FN')[0], all('N')[0], company),
    first ?? '',
    unescape(email),
    categories.join(', '),
    company,
    ...others,
  ]
}

/** Mobile phones and preferred numbers first. */
function numbersOf(phones: readonly Property[]) {
  const rank = ({ parameters }: Property) =>
    (/CELL|MOBILE|IPHONE|WAID/.test(parameters) ? 0 : 2) + (/PREF/.test(parameters) ? 0 : 1)
  const numbers = phones.toSorted((a, b) => rank(a) - rank(b)).map(({ value }) => value.replace(/^tel:/i, '').trim())
  return [...new Set(numbers)].slice(0, numbersMax)
}

const partsOf = (property: Property | undefined) =>
  (property?.value ?? '')
    .split(/(?<!\\);/)
    .map(unescape)
    .filter((part) => part !== '')

function nameOf(formatted: Property | undefined, structured: Property | undefined, company: string) {
  if (formatted) return unescape(formatted.value)
  const [family = '', given = '', middle = ''] = (structured?.value ?? '').split(/(?<!\\);/).map(unescape)
  return [given, middle, family].filter((part) => part !== '').join(' ') || company
}
