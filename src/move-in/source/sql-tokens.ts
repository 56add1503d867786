/** How a dump writes SQL. Changes while it is read. */
export interface SqlStyle {
  mysql: boolean
  /** In plain strings a backslash escapes: MySQL, or `standard_conforming_strings = off`. */
  backslashes: boolean
  decode(bytes: Buffer, start: number, end: number): string
}

/** Only MySQL has names in backticks, and says so at the head of its dumps. */
export function useMysql(style: SqlStyle) {
  style.mysql = true
  style.backslashes = true
}

export const quote = 39
export const doubleQuote = 34
export const backslash = 92
const backtick = 96
const dollar = 36
const newline = 10

/** Also Ctrl+Z, with which old programs end a file. */
export const isSpace = (byte: number | undefined) =>
  byte === 32 || byte === 26 || (byte !== undefined && byte >= 9 && byte <= 13)

export const isWordByte = (byte: number | undefined) =>
  byte !== undefined &&
  ((byte >= 97 && byte <= 122) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 48 && byte <= 57) ||
    byte === 95 ||
    byte >= 128)

/** Returns where the token at `at` ends (spaces, comment, string, name, word or one character); -1 if it goes on after the bytes. */
export function endOfToken(bytes: Buffer, at: number, style: SqlStyle): number {
  const first = bytes[at]
  const second = bytes[at + 1]
  if (isSpace(first)) return endOfRun(bytes, at, isSpace)
  if (first === quote) return endOfString(bytes, at, style.backslashes)
  if (first === doubleQuote) return endOfString(bytes, at, style.mysql)
  if (first === backtick) return endOfString(bytes, at, false)
  if (first === 45 && second === undefined) return -1
  if ((first === 45 && second === 45) || (first === 35 && style.mysql)) return endOfLine(bytes, at)
  if (first === 47 && second === undefined) return -1
  if (first === 47 && second === 42) return endOfComment(bytes, at, style)
  if (first === dollar && !style.mysql) return endOfDollarQuotes(bytes, at)
  if (!isWordByte(first)) return at + 1
  const end = endOfRun(bytes, at, (byte) => isWordByte(byte) || byte === dollar)
  const isEscaped = end === at + 1 && (first === 69 || first === 101) && bytes[end] === quote && !style.mysql
  return isEscaped ? endOfString(bytes, end, true) : end
}

/** A run that reaches the end of the bytes may go on. */
function endOfRun(bytes: Buffer, at: number, belongs: (byte: number | undefined) => boolean) {
  let end = at + 1
  while (belongs(bytes[end])) end++
  return end === bytes.length ? -1 : end
}

function endOfLine(bytes: Buffer, at: number) {
  const end = bytes.indexOf(newline, at)
  return end === -1 ? -1 : end + 1
}

/** PostgreSQL's comments may be nested. */
function endOfComment(bytes: Buffer, at: number, { mysql }: SqlStyle) {
  let depth = 1
  for (let next = at + 2; next + 1 < bytes.length; next++) {
    const isEnd = bytes[next] === 42 && bytes[next + 1] === 47
    const isBegin = bytes[next] === 47 && bytes[next + 1] === 42 && !mysql
    if (isEnd && --depth === 0) return next + 2
    if (isBegin) depth++
    if (isEnd || isBegin) next++
  }
  return -1
}

/** Of a string or a quoted name: the quote that is there doubled does not end it. */
export function endOfString(bytes: Buffer, at: number, withBackslashes: boolean): number {
  const mark = bytes[at] ?? quote
  let end = -1
  for (let next = at + 1; ;) {
    if (end < next) end = bytes.indexOf(mark, next)
    if (end === -1) return -1
    const escape = withBackslashes ? backslashBetween(bytes, next, end) : -1
    if (escape !== -1) next = escape + 2
    else if (end + 1 === bytes.length) return -1
    else if (bytes[end + 1] !== mark) return end + 1
    else next = end + 2
  }
}

/** `indexOf` would look through all that follows. */
function backslashBetween(bytes: Buffer, from: number, end: number) {
  for (let at = from; at < end; at++) if (bytes[at] === backslash) return at
  return -1
}

/** `$tag$` at a place, or undefined. */
export function dollarTag(bytes: Buffer, at: number): string | undefined {
  const end = bytes.indexOf(dollar, at + 1)
  if (end === -1 || end > at + 64) return undefined
  const tag = bytes.toString('latin1', at, end + 1)
  return /^\$(?:[A-Za-z_\x80-\xff][\w\x80-\xff]*)?\$$/.test(tag) ? tag : undefined
}

function endOfDollarQuotes(bytes: Buffer, at: number) {
  if (bytes.length < at + 64 && bytes.indexOf(dollar, at + 1) === -1) return -1
  const tag = dollarTag(bytes, at)
  if (tag === undefined) return at + 1
  const end = bytes.indexOf(tag, at + tag.length, 'latin1')
  return end === -1 ? -1 : end + tag.length
}

export interface Token {
  /** Of a name without its quotes; of a word in lower case. */
  text: string
  kind: 'name' | 'word' | 'string' | 'mark'
}

export interface Tokens {
  tokens: Token[]
  /** After the last token. */
  end: number
}

/** Reads tokens up to a semicolon or one of the words, which is the last one; undefined if they go on after the bytes. */
export function readTokens(
  bytes: Buffer,
  at: number,
  style: SqlStyle,
  last: (token: Token) => boolean,
): Tokens | undefined {
  const tokens: Token[] = []
  for (;;) {
    if (at >= bytes.length) return undefined
    const end = endOfToken(bytes, at, style)
    if (end === -1) return undefined
    const token = tokenAt(bytes, at, end, style)
    at = end
    if (!token) continue
    tokens.push(token)
    if (last(token)) return { tokens, end }
  }
}

function tokenAt(bytes: Buffer, at: number, end: number, style: SqlStyle): Token | undefined {
  const first = bytes[at]
  if (isSpace(first)) return undefined
  const isComment = end - at > 1 && (first === 45 || first === 47 || first === 35)
  if (isComment) return undefined
  if (first === quote) return { text: style.decode(bytes, at + 1, end - 1), kind: 'string' }
  if (first === backtick) useMysql(style)
  if (first === doubleQuote || first === backtick) {
    const mark = String.fromCharCode(first)
    return { text: style.decode(bytes, at + 1, end - 1).replaceAll(mark + mark, mark), kind: 'name' }
  }
  const text = style.decode(bytes, at, end)
  return isWordByte(first) ? { text: text.toLowerCase(), kind: 'word' } : { text, kind: 'mark' }
}

/** Returns where the statement ends, after its semicolon; -1 if it goes on after the bytes. */
export function endOfStatement(bytes: Buffer, at: number, style: SqlStyle): number {
  while (at < bytes.length) {
    if (bytes[at] === 59) return at + 1
    at = endOfToken(bytes, at, style)
    if (at === -1) return -1
  }
  return -1
}
