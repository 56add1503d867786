import { UnreadableSource } from './source'
import type { SqlStyle } from './sql-tokens'

/** PostgreSQL's names of encodings whose bytes below 128 are ASCII, and those of the Encoding Standard. */
const labels: Record<string, string> = {
  WIN1250: 'windows-1250',
  WIN1251: 'windows-1251',
  WIN1252: 'windows-1252',
  WIN1253: 'windows-1253',
  WIN1254: 'windows-1254',
  LATIN2: 'iso-8859-2',
  LATIN5: 'windows-1254',
  LATIN9: 'iso-8859-15',
  ISO_8859_5: 'iso-8859-5',
}

const windows = new TextDecoder('windows-1252')

/** Bytes that are not UTF-8 may be in Windows' encoding, of single bytes. In text with longer characters they become U+FFFD. */
const decodeUtf8: SqlStyle['decode'] = (bytes, start, end) => {
  const text = bytes.toString('utf8', start, end)
  if (!text.includes('\ufffd') || /[^\0-\x7f\ufffd]/.test(text)) return text
  const part = bytes.subarray(start, end)
  return part.includes('\ufffd') ? text : windows.decode(part)
}

/** @throws UnreadableSource if the encoding is unknown */
export function decoderOf(encoding: string): SqlStyle['decode'] {
  const name = encoding.toUpperCase().replaceAll('-', '')
  // SQL_ASCII is whatever the program wrote, which is UTF-8.
  if (['UTF8', 'UNICODE', 'SQL_ASCII'].includes(name)) return decodeUtf8
  if (name === 'LATIN1') return (bytes, start, end) => bytes.toString('latin1', start, end)
  const label = labels[name]
  if (label === undefined) {
    throw new UnreadableSource('encoding', { encoding })
  }
  const decoder = new TextDecoder(label)
  return (bytes, start, end) => decoder.decode(bytes.subarray(start, end))
}
