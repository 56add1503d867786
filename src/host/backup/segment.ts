import type { WalPart, WalPosition } from '../../kernel/database/wal/wal-tap'
import { viewOf } from '../../kernel/database/wal/wal-file'
import { framesOf, type PageMemory } from './page-deltas'

/**
 * A segment is a file of records, one after the other: length of the rest and its CRC-32, then the length of the JSON, each in
 * four bytes, little-endian; the JSON; the frames, compressed by Zstandard, or a form and their delta.
 */
const prefixBytes = 8
/** Nothing by Zstandard begins so: earlier versions of Recado, which know no delta, take it for damage. */
const deltaForm = { compressed: 1, plain: 2 }

interface RecordFacts {
  after: WalPart['after']
  position: WalPosition
  pageSize: number
  hasMore?: true
  atMs: number
  /** Base64. */
  header?: string
  /** CRC-32 of the frames of a delta. */
  sum?: number
}

/** What the file has of a page before the record. */
export type ReadPage = (page: number, pageSize: number) => Uint8Array

export type SegmentRecord = Omit<WalPart, 'name'>

/** With a memory that has all records of the file since it was begun or forgot it, only what differs is stored. */
export function encodeRecord(part: SegmentRecord & { name?: string }, memory?: PageMemory): Uint8Array {
  const { name, after, position, pageSize, hasMore, atMs, header, frames } = part
  const delta = memory && name !== undefined && frames.length > 0 ? memory.deltaOf(name, frames, pageSize) : undefined
  const facts: RecordFacts = {
    after,
    position,
    pageSize,
    ...(hasMore && { hasMore }),
    atMs,
    ...(header && { header: Buffer.from(header).toString('base64') }),
    ...(delta && { sum: Bun.hash.crc32(frames) }),
  }
  const json = Buffer.from(JSON.stringify(facts))
  const content = delta ? contentOfDelta(delta, frames.length) : [frames.length > 0 ? pack(frames) : frames]
  const prefix = Buffer.alloc(prefixBytes + 4)
  const record = Buffer.concat([prefix, json, ...content])
  record.writeUInt32LE(record.length - prefixBytes, 0)
  record.writeUInt32LE(json.length, prefixBytes)
  record.writeUInt32LE(Bun.hash.crc32(record.subarray(prefixBytes)), 4)
  return record
}

/** A short delta is no longer than the compressed pages would be, and compressing it costs most of the time. */
function contentOfDelta(delta: Uint8Array, framesLength: number) {
  return delta.length < framesLength / 2
    ? [Uint8Array.of(deltaForm.plain), delta]
    : [Uint8Array.of(deltaForm.compressed), pack(delta)]
}

export interface StoredRecord {
  facts: RecordFacts
  /** Bytes up to and with this record. */
  end: number
  /** @throws Error when it is a delta and does not fit the pages before, or they are missing */
  unpack(before?: ReadPage): SegmentRecord
}

/** Ends before the first record that is incomplete or damaged. After a power cut there may be zeros. */
export function* readRecords(bytes: Uint8Array): Generator<StoredRecord> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + prefixBytes + 4 <= buffer.length) {
    const end = at + prefixBytes + buffer.readUInt32LE(at)
    if (end > buffer.length) return
    const rest = buffer.subarray(at + prefixBytes, end)
    if (rest.length < 4 || Bun.hash.crc32(rest) !== buffer.readUInt32LE(at + 4)) return
    const jsonEnd = 4 + rest.readUInt32LE(0)
    const facts = JSON.parse(rest.toString('utf8', 4, jsonEnd)) as RecordFacts
    yield { facts, end, unpack: (before) => unpack(facts, rest.subarray(jsonEnd), before) }
    at = end
  }
}

/** Whether what follows the last record that can be read is a whole one, but damaged: one that is being written is shorter. */
export function isDamagedAfter(bytes: Uint8Array, end: number) {
  if (end + prefixBytes > bytes.length) return false
  const length = viewOf(bytes).getUint32(end, true)
  return length > 0 && end + prefixBytes + length <= bytes.length
}

const pack = (bytes: Uint8Array) => Bun.zstdCompressSync(bytes, { level: 1 })

function unpack({ header, sum, ...facts }: RecordFacts, packed: Uint8Array, before?: ReadPage): SegmentRecord {
  const frames = sum === undefined ? unpackWhole(packed) : unpackDelta(packed, sum, facts.pageSize, before)
  return { ...facts, frames, ...(header && { header: Buffer.from(header, 'base64') }) }
}

const unpackWhole = (packed: Uint8Array) => (packed.length > 0 ? Bun.zstdDecompressSync(packed) : new Uint8Array())

function unpackDelta(packed: Uint8Array, sum: number, pageSize: number, before?: ReadPage) {
  if (!before) throw new Error('Pages of which only what differs is stored cannot be read alone')
  const content = packed.subarray(1)
  const delta = packed[0] === deltaForm.plain ? content : Bun.zstdDecompressSync(content)
  const frames = framesOf(delta, pageSize, (page) => before(page, pageSize))
  if (Bun.hash.crc32(frames) !== sum)
    throw new Error('Writes do not fit those before. Restore an earlier moment with --at.')
  return frames
}
