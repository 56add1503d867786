import { closeSync, openSync, readSync } from 'node:fs'
import { errorCode } from '../../errors'

/** SQLite's write-ahead log as sqlite.org/fileformat2.html#the_write_ahead_log (2026-11-30) describes it; numbers are big-endian. */
export const walHeaderBytes = 32
export const frameHeaderBytes = 24
const magic = 0x377f0682
/** So few that they stay in the processor's cache. */
const framesAtOnce = 64
const pieceBytes = 4 * 1024 * 1024

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

/** What was committed after frame `from`. Call it while no transaction is open. */
export function readCommitted(wal: WalFile, start: WalStart, from: number): CommittedFrames[] {
  const size = frameBytes(start.pageSize)
  const kept = lastVersions(wal, start, from)
  const pieceFrames = Math.floor(pieceBytes / size)
  const pieces: CommittedFrames[] = []
  let read = 0
  for (let at = 0; at < kept.length; at += pieceFrames) {
    const piece = kept.slice(at, at + pieceFrames)
    const end = (piece.at(-1) ?? 0) + 1
    pieces.push({ count: end - read, frames: readFrames(wal, start, from, piece) })
    read = end
  }
  return pieces
}

/**
 * Returns which frames, counted from `from`, hold the last version of a page, in ascending order: successive commits mostly write
 * the same pages. Frames after the last commit belong to a transaction that was undone.
 */
function lastVersions(wal: WalFile, start: WalStart, from: number) {
  const size = frameBytes(start.pageSize)
  makeScratch(framesAtOnce * size)
  const salts = viewOf(start.bytes)
  const [first, second] = [salts.getUint32(16), salts.getUint32(20)]
  const pages: number[] = []
  let committed = 0
  for (let isWhole = true; isWhole;) {
    const count = wal.frames(start, from + pages.length, scratch)
    isWhole = count === framesAtOnce
    for (let at = 0; at < count * size; at += size) {
      if (scratchView.getUint32(at + 8) !== first || scratchView.getUint32(at + 12) !== second) {
        isWhole = false
        break
      }
      pages.push(scratchView.getUint32(at))
      if (scratchView.getUint32(at + 4) > 0) committed = pages.length
    }
  }
  const seen = new Set<number>()
  const kept: number[] = []
  for (let index = committed - 1; index >= 0; index--) {
    const page = pages[index] ?? 0
    if (seen.has(page)) continue
    seen.add(page)
    kept.push(index)
  }
  return kept.reverse()
}

function makeScratch(bytes: number) {
  if (scratch.length === bytes) return
  scratch = new Uint8Array(bytes)
  scratchView = new DataView(scratch.buffer)
}

/** Frames that follow one another are read in one call. */
function readFrames(wal: WalFile, start: WalStart, from: number, indexes: readonly number[]) {
  const size = frameBytes(start.pageSize)
  const frames = new Uint8Array(indexes.length * size)
  for (let at = 0; at < indexes.length;) {
    const first = indexes[at] ?? 0
    let end = at + 1
    while (indexes[end] === first + end - at) end++
    if (wal.frames(start, from + first, frames.subarray(at * size, end * size)) < end - at) {
      throw new Error('The log became shorter while it was read')
    }
    at = end
  }
  return frames
}
