import type { SourceValue } from './source'
import { dollarTag, endOfString, endOfToken, isSpace, isWordByte, quote, type SqlStyle } from './sql-tokens'
import { unescapeText } from './unescape'

const comma = 44
const opening = 40
const closing = 41

/** Reads the values between brackets that open at `at`; -1 if they go on after the bytes, else where they end. */
export function readTuple(bytes: Buffer, at: number, style: SqlStyle, values: SourceValue[]): number {
  at++
  for (;;) {
    const found = readValue(bytes, at, style)
    if (!found) return -1
    values.push(found.value)
    at = found.end + 1
    if (bytes[found.end] === closing) return at
  }
}

/** The first literal up to the comma or bracket, whatever casts, functions and introducers are around it. */
function readValue(bytes: Buffer, at: number, style: SqlStyle): { value: SourceValue; end: number } | undefined {
  let value: SourceValue | undefined
  let depth = 0
  while (at < bytes.length) {
    const first = bytes[at]
    if (depth === 0 && (first === comma || first === closing)) return { value: value ?? null, end: at }
    if (isSpace(first)) {
      at++
      continue
    }
    if (first === opening || first === 91) depth++
    if (first === closing || first === 93) depth--
    const end = isNumeric(bytes, at) ? endOfNumber(bytes, at) : endOfToken(bytes, at, style)
    if (end === -1) return undefined
    if (value === undefined) {
      const prefixed = prefixedString(bytes, at, end)
      if (prefixed) {
        const close = endOfString(bytes, end, style.backslashes)
        if (close === -1) return undefined
        value = fromDigits(style.decode(bytes, end + 1, close - 1), prefixed)
        at = close
        continue
      }
      value = literalAt(bytes, at, end, style)
    }
    at = end
  }
  return undefined
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57

const isNumeric = (bytes: Buffer, at: number) => {
  const first = bytes[at]
  return (
    isDigit(first) ||
    ((first === 45 || first === 43 || first === 46) && (isDigit(bytes[at + 1]) || bytes[at + 1] === 46))
  )
}

function endOfNumber(bytes: Buffer, at: number) {
  let end = at + 1
  for (;;) {
    const byte = bytes[end]
    const isSign = (byte === 45 || byte === 43) && (bytes[end - 1] === 101 || bytes[end - 1] === 69)
    if (!isWordByte(byte) && byte !== 46 && !isSign) return end === bytes.length ? -1 : end
    end++
  }
}

/** `X'4a'` and `B'1'`, whose words end before the quote. */
function prefixedString(bytes: Buffer, at: number, end: number): 'x' | 'b' | undefined {
  if (end !== at + 1 || bytes[end] !== quote) return undefined
  const letter = (bytes[at] ?? 0) | 32
  if (letter === 120) return 'x'
  return letter === 98 ? 'b' : undefined
}

const fromDigits = (digits: string, kind: 'x' | 'b') => (kind === 'x' ? Buffer.from(digits, 'hex').toString() : digits)

/** The value of a token, undefined if it is none: a type, a function, a sign, a comment. */
function literalAt(bytes: Buffer, at: number, end: number, style: SqlStyle): SourceValue | undefined {
  const first = bytes[at]
  if (first === quote) return textBetween(bytes, at, end, style, style.backslashes)
  if (first === 34) return style.mysql ? textBetween(bytes, at, end, style, true) : undefined
  if (first === 36) {
    const tag = dollarTag(bytes, at)
    return tag === undefined ? undefined : style.decode(bytes, at + tag.length, end - tag.length)
  }
  if (isNumeric(bytes, at)) {
    const text = bytes.toString('latin1', at, end)
    return text.startsWith('0x') ? fromDigits(text.slice(2), 'x') : text
  }
  if (!isWordByte(first)) return undefined
  if (end > at + 1 && bytes[at + 1] === quote) return textBetween(bytes, at + 1, end, style, true)
  const word = bytes.toString('latin1', at, end).toLowerCase()
  if (word === 'null' || word === 'default') return null
  if (word === 'true') return 't'
  return word === 'false' ? 'f' : undefined
}

function textBetween(bytes: Buffer, at: number, end: number, style: SqlStyle, withBackslashes: boolean) {
  const mark = String.fromCharCode(bytes[at] ?? quote)
  const text = style.decode(bytes, at + 1, end - 1)
  if (!withBackslashes || !text.includes('\\')) return text.replaceAll(mark + mark, mark)
  const escapes = style.mysql ? 'mysql' : 'postgres'
  // The quote after a backslash is none of two.
  const pattern = mark === '"' ? /(\\[^])|""/g : /(\\[^])|''/g
  return unescapeText(
    text.replace(pattern, (_, escaped?: string) => escaped ?? mark),
    escapes,
  )
}
