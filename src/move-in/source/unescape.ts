/** COPY, PostgreSQL's E'' strings, and MySQL's strings. */
export type Escapes = 'copy' | 'postgres' | 'mysql'

const letters: Record<Escapes, Record<string, string>> = {
  copy: { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  postgres: { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
  mysql: { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a', '%': '\\%', _: '\\_' },
}

export function unescapeText(text: string, escapes: Escapes): string {
  let at = text.indexOf('\\')
  if (at === -1) return text
  if (escapes !== 'mysql' && /\\[0-7x]/.test(text)) return unescapeBytes(text, escapes)
  const known = letters[escapes]
  let result = ''
  let from = 0
  while (at !== -1 && at + 1 < text.length) {
    const letter = text[at + 1] ?? ''
    const length = escapes === 'postgres' && (letter === 'u' || letter === 'U') ? codeLength(text, at) : 0
    result += text.slice(from, at)
    result +=
      length > 0
        ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(text.slice(at + 2, at + length), 16)))
        : (known[letter] ?? letter)
    from = at + (length || 2)
    at = text.indexOf('\\', from)
  }
  return result + text.slice(from)
}

/** Of `\uXXXX` and `\UXXXXXXXX`. */
function codeLength(text: string, at: number) {
  return /^\\(?:u[\da-fA-F]{4}|U[\da-fA-F]{8})/.exec(text.slice(at, at + 10))?.[0].length ?? 0
}

/** Octal and hexadecimal escapes are bytes, several of which can make one character. */
function unescapeBytes(text: string, escapes: Escapes): string {
  const pieces: Buffer[] = []
  let from = 0
  for (const match of text.matchAll(/\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|(u[\da-fA-F]{4}|U[\da-fA-F]{8})|([^]))/g)) {
    const [whole, octal, hex, code, letter = ''] = match
    pieces.push(Buffer.from(text.slice(from, match.index)))
    if (octal !== undefined) pieces.push(Buffer.from([Number.parseInt(octal, 8) & 255]))
    else if (hex !== undefined) pieces.push(Buffer.from([Number.parseInt(hex, 16)]))
    else
      pieces.push(
        Buffer.from(code !== undefined && escapes === 'copy' ? code : unescapeText(`\\${code ?? letter}`, escapes)),
      )
    from = match.index + whole.length
  }
  pieces.push(Buffer.from(text.slice(from)))
  return Buffer.concat(pieces).toString()
}
