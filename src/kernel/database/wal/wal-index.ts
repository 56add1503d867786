import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { hex, viewOf, type WalFile, type WalStart } from './wal-file'

/*
 * SQLite's index of the log, as sqlite.org/walformat.html (2026-12-01) describes it: blocks of 32 KB in the byte order of the
 * machine, each with the page numbers of its frames and a hash table; the first one begins with two copies of a header.
 */
const headerBytes = 136
const copyBytes = 48
const at = { version: 0, maxFrame: 16, checksum: 24, salts: 32 }
const version = 3_007_000
const blockBytes = 32_768
const blockFrames = 4096
const firstFrames = blockFrames - headerBytes / 4
const numberBytes = 4

interface OpenIndex {
  file: number
  users: number
}

/** Closing a file releases all locks that the process has on it, also SQLite's: it stays open until SQLite has deleted it. */
const openIndexes = new Map<string, OpenIndex>()

function openIndex(path: string): OpenIndex | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  const key = `${found.dev}/${found.ino}`
  const index = openIndexes.get(key) ?? { file: openSync(path, 'r'), users: 0 }
  openIndexes.set(key, index)
  index.users++
  return index
}

function leaveIndex(left: OpenIndex) {
  left.users--
  for (const [key, { file, users }] of openIndexes) {
    if (users > 0 || fstatSync(file).nlink > 0) continue
    closeSync(file)
    openIndexes.delete(key)
  }
}

export type WalIndex = ReturnType<typeof createWalIndex>

/** Tells what was committed without reading the log. Only between transactions of this thread. */
export function createWalIndex(path: string) {
  const header = new Uint8Array(2 * copyBytes)
  const view = viewOf(header)
  let index: OpenIndex | undefined

  const read = (bytes: Uint8Array, position: number) =>
    index !== undefined && readSync(index.file, bytes, 0, bytes.length, position) === bytes.length

  /** How many the log has. Undefined when this is not the index of it. */
  function committedFrames(wal: WalFile, start: WalStart) {
    index ??= openIndex(path)
    if (!read(header, 0) || Buffer.compare(header.subarray(0, copyBytes), header.subarray(copyBytes)) !== 0) return
    if (view.getUint32(at.version, true) !== version) return
    // The salts are as in the log, whatever the machine's order.
    if (hex(view.getUint32(at.salts)) + hex(view.getUint32(at.salts + 4)) !== start.salts) return
    const frames = view.getUint32(at.maxFrame, true)
    const checksum = hex(view.getUint32(at.checksum, true)) + hex(view.getUint32(at.checksum + 4, true))
    return frames === 0 || wal.frame(start, frames - 1)?.checksum === checksum ? frames : undefined
  }

  return {
    committedFrames,
    /** The page of each committed frame from there on. Undefined where only the log itself tells. */
    pagesFrom(wal: WalFile, start: WalStart, from: number): Uint32Array | undefined {
      const to = committedFrames(wal, start)
      if (to === undefined || to < from) return undefined
      const pages = new Uint32Array(to - from)
      for (let frame = from; frame < to;) {
        const { position, left } = placeOf(frame)
        const end = Math.min(frame + left, to)
        const room = new Uint8Array(pages.buffer, (frame - from) * numberBytes, (end - frame) * numberBytes)
        if (!read(room, position)) return undefined
        frame = end
      }
      return pages
    },
    /** Call it after the file is closed. */
    end() {
      if (index) leaveIndex(index)
      index = undefined
    },
  }
}

/** Where the page of a frame, counted from 0, is, and how many follow with it in its block. */
function placeOf(frame: number) {
  if (frame < firstFrames) return { position: headerBytes + frame * numberBytes, left: firstFrames - frame }
  const [block, within] = [Math.floor((frame - firstFrames) / blockFrames) + 1, (frame - firstFrames) % blockFrames]
  return { position: block * blockBytes + within * numberBytes, left: blockFrames - within }
}
