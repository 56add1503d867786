import { createInflateRaw } from 'node:zlib'
import { spreadsheetLimits, SpreadsheetError } from '../spreadsheet-limits'

const endSignature = Buffer.from('504b0506', 'hex')
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const stored = 0
const pieceBytes = 64 * 1024

export interface ZipEntry {
  name: string
  packed: number
  declared: number
  method: number
  start: number
}

/** @throws an error for damaged bytes */
export function readZipEntries(view: Buffer): ZipEntry[] {
  const end = view.subarray(view.lastIndexOf(endSignature))
  const count = end.readUInt16LE(10)
  if (count > spreadsheetLimits.entriesMax) throw new SpreadsheetError('tooLarge')
  const entries: ZipEntry[] = []
  let at = end.readUInt32LE(16)
  for (let i = 0; i < count; i++) {
    if (view.readUInt32LE(at) !== entrySignature) throw new SpreadsheetError('unreadable')
    const local = view.readUInt32LE(at + 42)
    if (view.readUInt32LE(local) !== localSignature) throw new SpreadsheetError('unreadable')
    const nameLength = view.readUInt16LE(at + 28)
    entries.push({
      name: view.toString('utf8', at + 46, at + 46 + nameLength),
      method: view.readUInt16LE(at + 10),
      packed: view.readUInt32LE(at + 20),
      declared: view.readUInt32LE(at + 24),
      start: local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28),
    })
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32)
  }
  return entries
}

/** @throws an error for damaged bytes or more than declared */
export async function* unpackEntry(view: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const packed = view.subarray(entry.start, entry.start + entry.packed)
  if (entry.method === stored) return yield packed
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  inflate.end(packed)
  let total = 0
  try {
    for await (const piece of inflate) {
      total += piece.length
      if (total > entry.declared) throw new SpreadsheetError('unreadable')
      yield piece
    }
  } finally {
    inflate.destroy()
  }
}
