import { closeSync, openSync, readSync } from 'node:fs'
import { errorCode } from '../../errors'

/** SQLite's write-ahead log as sqlite.org/fileformat2.html#the_write_ahead_log (2026-11-30) describes it; numbers are big-endian. */
export const walHeaderBytes = 32
const frameHeaderBytes = 24
const magic = 0x377f0682
/** Enough for a hundred usual commits. */
const pieceBytes = 4 * 1024 * 1024
const framesAtOnce = 64

/** One run of frames under the same salts, from the start of the file to the next reset. */
export interface WalStart {
  /** Two numbers that each reset changes, in hexadecimal. */
  salts: string
  pageSize: number
  /** The header itself, from which the checksums of frames begin. */
  bytes: Uint8Array
}

export interface WalFrame {
  page: number
  /** Pages of the database after this commit; 0 for a frame that ends no transaction. */
  pagesAfter: number
  salts: string
}

export const frameBytes = (pageSize: number) => frameHeaderBytes + pageSize
export const frameOffset = (pageSize: number, frame: number) => walHeaderBytes + frame * frameBytes(pageSize)
export const pageOf = (bytes: Uint8Array, at: number, pageSize: number) =>
  bytes.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageSize)

export function parseWalStart(bytes: Uint8Array): WalStart | undefined {
  if (bytes.length < walHeaderBytes) return undefined
  const view = viewOf(bytes)
  // Its last bit tells the byte order of checksums.
  if ((view.getUint32(0) & ~1) !== magic) return undefined
  const pageSize = view.getUint32(8)
  return {
    salts: saltsAt(view, 16),
    pageSize: pageSize === 1 ? 65_536 : pageSize,
    bytes: bytes.slice(0, walHeaderBytes),
  }
}

export function parseFrame(bytes: Uint8Array, at = 0): WalFrame {
  const view = viewOf(bytes)
  return { page: view.getUint32(at), pagesAfter: view.getUint32(at + 4), salts: saltsAt(view, at + 8) }
}

/** The checksum of a frame covers all before it, so that equal ones mean equal histories. */
export const checksumOf = (frameHeader: Uint8Array, at = 0) => {
  const view = viewOf(frameHeader)
  return hex(view.getUint32(at + 16)) + hex(view.getUint32(at + 20))
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
export const hex = (number: number) => number.toString(16).padStart(8, '0')
const saltsAt = (view: DataView, at: number) => hex(view.getUint32(at)) + hex(view.getUint32(at + 4))

/** Reads a log that SQLite writes. SQLite holds no locks on it, so closing it releases none. */
export function createWalFile(path: string) {
  let file: number | undefined

  function read(bytes: Uint8Array, position: number) {
    file ??= openIfThere(path)
    return file === undefined ? 0 : readSync(file, bytes, 0, bytes.length, position)
  }

  return {
    start() {
      const header = new Uint8Array(walHeaderBytes)
      return read(header, 0) < walHeaderBytes ? undefined : parseWalStart(header)
    },
    /** Only its header. Undefined where the log ends or an earlier run's frames begin. */
    frame({ pageSize, salts }: WalStart, index: number) {
      const header = new Uint8Array(frameHeaderBytes)
      if (read(header, frameOffset(pageSize, index)) < frameHeaderBytes) return undefined
      return parseFrame(header).salts === salts ? { ...parseFrame(header), checksum: checksumOf(header) } : undefined
    },
    /** Whole frames into `bytes`. Returns how many. */
    frames({ pageSize }: WalStart, from: number, bytes: Uint8Array) {
      return Math.floor(read(bytes, frameOffset(pageSize, from)) / frameBytes(pageSize))
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

export type WalFile = ReturnType<typeof createWalFile>

function openIfThere(path: string) {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

export interface CommittedFrames {
  /** How far they lead, in frames. */
  count: number
  /** The last version of each page, in the order of the log; the last of them ends a transaction, unless more pieces follow. */
  frames: Uint8Array
}

let scratch = new Uint8Array()
let scratchView = new DataView(scratch.buffer)

function makeScratch() {
  if (scratch.length > 0) return
  scratch = new Uint8Array(pieceBytes)
  scratchView = new DataView(scratch.buffer)
}

/** What was committed after frame `from`. Call it while no transaction is open. */
export function readCommitted(wal: WalFile, start: WalStart, from: number): CommittedFrames[] {
  makeScratch()
  const size = frameBytes(start.pageSize)
  const pieceFrames = Math.floor(pieceBytes / size)
  const salts = viewOf(start.bytes)
  const [first, second] = [salts.getUint32(16), salts.getUint32(20)]
  let [read, committed] = [0, 0]
  while (read < pieceFrames) {
    const room = Math.min(framesAtOnce, pieceFrames - read)
    const count = wal.frames(start, from + read, scratch.subarray(read * size, (read + room) * size))
    for (let index = 0; index < count; index++, read++) {
      const at = read * size
      if (scratchView.getUint32(at + 8) !== first || scratchView.getUint32(at + 12) !== second) {
        return piecesOf(committed, size)
      }
      if (scratchView.getUint32(at + 4) > 0) committed = read + 1
    }
    if (count < room) return piecesOf(committed, size)
  }
  return readLong(wal, start, from, pieceFrames)
}

const piecesOf = (count: number, size: number) => (count > 0 ? [{ count, frames: lastVersions(count, size) }] : [])

/** Reads the headers first, because a transaction may have been undone after its frames were written. */
function readLong(wal: WalFile, start: WalStart, from: number, pieceFrames: number) {
  let end = from
  for (let index = from; ; index++) {
    const frame = wal.frame(start, index)
    if (!frame) break
    if (frame.pagesAfter > 0) end = index + 1
  }
  const size = frameBytes(start.pageSize)
  const pieces: CommittedFrames[] = []
  for (let index = from; index < end; index += pieceFrames) {
    const count = Math.min(pieceFrames, end - index)
    wal.frames(start, index, scratch.subarray(0, count * size))
    pieces.push({ count, frames: lastVersions(count, size) })
  }
  return pieces
}

/** Of the frames in `scratch`: commits that follow one another mostly write the same pages. */
function lastVersions(count: number, size: number) {
  const lastOf = new Map<number, number>()
  for (let index = 0; index < count; index++) lastOf.set(scratchView.getUint32(index * size), index)
  const kept = [...lastOf.values()].sort((a, b) => a - b)
  const frames = new Uint8Array(kept.length * size)
  for (const [at, index] of kept.entries()) frames.set(scratch.subarray(index * size, (index + 1) * size), at * size)
  return frames
}
