import { closeSync, openSync, readSync } from 'node:fs'
import { errorCode } from '../../errors'

/** SQLite's write-ahead log as sqlite.org/fileformat2.html#the_write_ahead_log (2026-11-30) describes it; numbers are big-endian. */
export const walHeaderBytes = 32
export const frameHeaderBytes = 24
const magic = 0x377f0682

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
