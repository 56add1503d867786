import { closeSync, readSync } from 'node:fs'
import { hex, openIfThere, viewOf } from './wal-file'

/*
 * SQLite's index of the log, as sqlite.org/walformat.html (2026-11-30) describes it: blocks of 32 KB in the byte order of the
 * machine, each with the page numbers of its frames and a hash table; the first one begins with a header.
 */
const headerBytes = 136
const blockBytes = 32_768
const blockFrames = 4096
const firstFrames = blockFrames - headerBytes / 4
const at = { maxFrame: 16, salts: 32 }
const numberBytes = 4

/** Tells what was committed without reading the log. Only between transactions of this thread. */
export function createWalIndex(path: string) {
  let file: number | undefined

  function read(bytes: Uint8Array, position: number) {
    file ??= openIfThere(path)
    return file !== undefined && readSync(file, bytes, 0, bytes.length, position) === bytes.length
  }

  return {
    /** Undefined before the first use of the file. */
    committed(): { frames: number; salts: string } | undefined {
      const header = new Uint8Array(48)
      if (!read(header, 0)) return undefined
      const view = viewOf(header)
      // The salts are as in the log, whatever the machine's order.
      const salts = hex(view.getUint32(at.salts)) + hex(view.getUint32(at.salts + 4))
      return { frames: new Uint32Array(header.buffer)[at.maxFrame / numberBytes] ?? 0, salts }
    },
    /** The page of each frame in a range of frames. */
    pages(from: number, to: number): Uint32Array {
      const pages = new Uint32Array(to - from)
      const bytes = new Uint8Array(pages.buffer)
      for (let frame = from; frame < to;) {
        const { position, left } = placeOf(frame)
        const count = Math.min(left, to - frame)
        const start = (frame - from) * numberBytes
        if (!read(bytes.subarray(start, start + count * numberBytes), position)) throw new Error(`${path} is too short`)
        frame += count
      }
      return pages
    },
    /** Only after SQLite has closed the file: closing it releases SQLite's locks on it. */
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** Where the page of a frame, counted from 0, is, and how many follow it in its block. */
function placeOf(frame: number) {
  if (frame < firstFrames) return { position: headerBytes + frame * numberBytes, left: firstFrames - frame }
  const [block, index] = [Math.floor((frame - firstFrames) / blockFrames) + 1, (frame - firstFrames) % blockFrames]
  return { position: block * blockBytes + index * numberBytes, left: blockFrames - index }
}
