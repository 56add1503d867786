import type { WalPart, WalPosition } from '../../kernel/database/wal/wal-tap'

/**
 * A segment is a file of records, one after the other: length of the rest and its CRC-32, then the length of the JSON, each in
 * four bytes, little-endian; the JSON; the frames, compressed by Zstandard.
 */
const prefixBytes = 8

interface RecordFacts {
  after: WalPart['after']
  position: WalPosition
  pageSize: number
  hasMore?: true
  atMs: number
  /** Base64. */
  header?: string
}

export type SegmentRecord = Omit<WalPart, 'name'>

export function encodeRecord({ after, position, pageSize, hasMore, atMs, header, frames }: SegmentRecord): Uint8Array {
  const facts: RecordFacts = {
    after,
    position,
    pageSize,
    ...(hasMore && { hasMore }),
    atMs,
    ...(header && { header: Buffer.from(header).toString('base64') }),
  }
  const json = Buffer.from(JSON.stringify(facts))
  const packed = frames.length > 0 ? Bun.zstdCompressSync(frames, { level: 1 }) : Buffer.alloc(0)
  const record = Buffer.alloc(prefixBytes + 4 + json.length + packed.length)
  record.writeUInt32LE(record.length - prefixBytes, 0)
  record.writeUInt32LE(json.length, prefixBytes)
  json.copy(record, prefixBytes + 4)
  packed.copy(record, prefixBytes + 4 + json.length)
  record.writeUInt32LE(Bun.hash.crc32(record.subarray(prefixBytes)), 4)
  return record
}

/** Ends before the first record that is incomplete or damaged. `end`: bytes up to and with this record. */
export function* readRecords(
  bytes: Uint8Array,
): Generator<{ facts: RecordFacts; end: number; unpack(): SegmentRecord }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + prefixBytes + 4 <= buffer.length) {
    const end = at + prefixBytes + buffer.readUInt32LE(at)
    if (end > buffer.length) return
    const rest = buffer.subarray(at + prefixBytes, end)
    if (Bun.hash.crc32(rest) !== buffer.readUInt32LE(at + 4)) return
    const jsonEnd = 4 + rest.readUInt32LE(0)
    const facts = JSON.parse(rest.toString('utf8', 4, jsonEnd)) as RecordFacts
    yield { facts, end, unpack: () => unpack(facts, rest.subarray(jsonEnd)) }
    at = end
  }
}

function unpack({ header, ...facts }: RecordFacts, packed: Uint8Array): SegmentRecord {
  const frames = packed.length > 0 ? Bun.zstdDecompressSync(packed) : new Uint8Array()
  return { ...facts, frames, ...(header && { header: Buffer.from(header, 'base64') }) }
}
