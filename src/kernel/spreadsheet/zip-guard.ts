import { inflateRawSync } from 'node:zlib'
import { spreadsheetLimits, SpreadsheetError } from './spreadsheet-limits'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const commentBytesMax = 0xffff
const deflated = 8
/** The ratio of smaller entries is not limited. */
const ratioMattersBytes = 1024 * 1024

/** Refuses an archive that unpacks to too much, even if its entries declare wrong sizes. */
export function assertHarmlessZip(bytes: Uint8Array) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let total = 0
  const entries = readEntries(view)
  for (const { declared, packed } of entries) {
    total += declared
    const isBomb = declared > ratioMattersBytes && declared > packed * spreadsheetLimits.unpackedRatioMax
    if (total > spreadsheetLimits.unpackedBytesMax || isBomb) throw new SpreadsheetError('tooLarge')
  }
  for (const { declared, packed, method, start } of entries) {
    if (method === deflated) assertSize(view.subarray(start, start + packed), declared)
  }
}

interface Entry {
  packed: number
  declared: number
  method: number
  start: number
}

/** Reads the central directory (PKWARE APPNOTE 4.3). ZIP64 is not needed below 4 GB. */
function readEntries(view: Buffer): Entry[] {
  const end = findEnd(view)
  const count = view.readUInt16LE(end + 10)
  const entries: Entry[] = []
  let at = view.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.length || view.readUInt32LE(at) !== entrySignature) throw new SpreadsheetError('unreadable')
    const local = view.readUInt32LE(at + 42)
    if (local + 30 > view.length || view.readUInt32LE(local) !== localSignature)
      throw new SpreadsheetError('unreadable')
    entries.push({
      method: view.readUInt16LE(at + 10),
      packed: view.readUInt32LE(at + 20),
      declared: view.readUInt32LE(at + 24),
      start: local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28),
    })
    at += 46 + view.readUInt16LE(at + 28) + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(view: Buffer) {
  const first = Math.max(0, view.length - endBytes - commentBytesMax)
  for (let at = view.length - endBytes; at >= first; at--) if (view.readUInt32LE(at) === endSignature) return at
  throw new SpreadsheetError('unreadable')
}

function assertSize(packed: Buffer, declared: number) {
  try {
    inflateRawSync(packed, { maxOutputLength: Math.max(1, declared) })
  } catch {
    throw new SpreadsheetError('unreadable')
  }
}
