import { Database } from 'bun:sqlite'
import { chmodSync, closeSync, constants, copyFileSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { checksumOf, createWalFile, frameBytes, hex, pageOf, parseFrame, viewOf, type WalStart } from './wal-file'

const framesAtOnce = 256

export interface CopyOrder {
  /** The database; its log is beside it. */
  path: string
  /** The copy, which is replaced. */
  to: string
  /** The run and the number of frames that the copy has; nothing of another run. */
  salts: string
  frames: number
}

/**
 * Copies a database with its log as of a commit, page by page, while others read and write. The log must be held at that
 * commit meanwhile. Runs in a process of its own: closing the file would release SQLite's locks in this one.
 */
export function copyDatabase({ path, to, salts, frames }: CopyOrder) {
  rmSync(to, { force: true })
  copyFileSync(path, to, constants.COPYFILE_FICLONE)
  chmodSync(to, 0o600)
  if (frames === 0) return
  const copy = openSync(to, 'r+')
  try {
    overlay(copy, `${path}-wal`, salts, frames)
  } finally {
    closeSync(copy)
  }
}

/** @throws Error when the log was reset or is damaged */
function overlay(copy: number, path: string, salts: string, frames: number) {
  const wal = createWalFile(path)
  try {
    const start = wal.start()
    if (start?.salts !== salts) throw new Error(`${path} was reset during the copy`)
    writeFrames(copy, start.pageSize, frames, frameChecker(start), (from, bytes) => wal.frames(start, from, bytes))
  } finally {
    wal.close()
  }
}

function writeFrames(
  copy: number,
  pageSize: number,
  frames: number,
  check: (frames: Uint8Array) => void,
  read: (from: number, bytes: Uint8Array) => number,
) {
  const size = frameBytes(pageSize)
  for (let from = 0; from < frames; from += framesAtOnce) {
    const bytes = new Uint8Array(Math.min(framesAtOnce, frames - from) * size)
    if (read(from, bytes) * size < bytes.length) throw new Error('The log ended before its last commit')
    check(bytes)
    applyFrames(copy, bytes, pageSize)
  }
}

/** Continues the checksum over bytes of a length divisible by 8. Returns it, in the form of `checksumOf`, and its state. */
function addChecksum(bytes: Uint8Array, [first, second]: readonly [number, number], littleEndian: boolean) {
  const view = viewOf(bytes)
  let [a, b] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, littleEndian) + b) >>> 0
    b = (b + view.getUint32(at + 4, littleEndian) + a) >>> 0
  }
  return [a, b] as const
}

/** Checks frames against their checksums. Returns a function that takes whole frames in order and throws at a wrong one. */
function frameChecker({ bytes: header, pageSize }: WalStart) {
  const littleEndian = (viewOf(header).getUint32(0) & 1) === 0
  let sum = addChecksum(header.subarray(0, 24), [0, 0], littleEndian)
  return (frames: Uint8Array) => {
    for (let at = 0; at < frames.length; at += frameBytes(pageSize)) {
      sum = addChecksum(frames.subarray(at, at + 8), sum, littleEndian)
      sum = addChecksum(pageOf(frames, at, pageSize), sum, littleEndian)
      if (hex(sum[0]) + hex(sum[1]) !== checksumOf(frames, at)) throw new Error('A page of the log is damaged')
    }
  }
}

/** Writes the pages of frames over those of a database file, as a checkpoint does. */
export function applyFrames(file: number, frames: Uint8Array, pageSize: number) {
  let pagesAfter = 0
  for (let at = 0; at < frames.length; at += frameBytes(pageSize)) {
    const frame = parseFrame(frames, at)
    writeSync(file, pageOf(frames, at, pageSize), 0, pageSize, (frame.page - 1) * pageSize)
    pagesAfter = frame.pagesAfter
  }
  // Pages of a transaction that ends later may be beyond the end of the one before.
  if (pagesAfter > 0) ftruncateSync(file, pagesAfter * pageSize)
}

export interface CheckedFile {
  /** PRAGMA user_version. */
  version: number
  /** Rows of what a host compares; undefined for tables that it lacks. */
  counts: Record<string, number>
}

const countedTables = ['company', 'ticket', 'message', 'contact']

/** @throws Error when SQLite finds it damaged */
export function checkFile(path: string): CheckedFile {
  const db = new Database(path, { readwrite: true, create: false })
  try {
    const [found] = db.query('PRAGMA quick_check(1)').values().flat()
    if (found !== 'ok') throw new Error(`The copy is damaged: ${String(found)}`)
    const version = db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
    const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const counted = countedTables.filter((table) => tables.some(({ name }) => name === table))
    const count = (table: string) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0
    return { version, counts: Object.fromEntries(counted.map((table) => [table, count(table)])) }
  } finally {
    db.close()
  }
}
