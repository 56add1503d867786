import { frameBytes, viewOf, type WalFile, type WalStart } from './wal-file'
import type { WalIndex } from './wal-index'

/** So few that they stay in the processor's cache. */
const framesAtOnce = 64
const pieceBytes = 4 * 1024 * 1024

export interface CommittedFrames {
  /** How far they lead, in frames. */
  count: number
  /** The last version of each page, in the order of the log; the last of them ends a transaction, unless more pieces follow. */
  frames: Uint8Array
}

let scratch = new Uint8Array()
let scratchView = new DataView(scratch.buffer)

/** What was committed after frame `from`. Call it while no transaction is open. */
export function readCommitted(wal: WalFile, index: WalIndex, start: WalStart, from: number): CommittedFrames[] {
  const size = frameBytes(start.pageSize)
  const kept = lastVersions(index.pagesFrom(wal, start, from) ?? pagesFrom(wal, start, from))
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

/** The page of each committed frame. Frames after the last commit belong to a transaction that was undone. */
function pagesFrom(wal: WalFile, start: WalStart, from: number): readonly number[] {
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
  return pages.slice(0, committed)
}

/** Returns which of them are the last of their page, in ascending order: successive commits mostly write the same pages. */
function lastVersions(pages: ArrayLike<number>) {
  const seen = new Set<number>()
  const kept: number[] = []
  for (let index = pages.length - 1; index >= 0; index--) {
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
