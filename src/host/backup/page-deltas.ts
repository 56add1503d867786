import { frameBytes, frameHeaderBytes, pageOf, parseFrame, viewOf } from '../../kernel/database/wal/wal-file'

/*
 * A delta of frames, in words of four bytes, little-endian. For each frame its header; then ranges of words that differ from the
 * page's version before, each led by its first word, in the upper half, and its length; then 0.
 */
const wordBytes = 4
const headerWords = frameHeaderBytes / wordBytes
/** So many equal words end a range. */
const gapWords = 2
const bytesMaxDefault = 64 * 1024 * 1024

type Words = Uint32Array<ArrayBufferLike>

interface KnownFile {
  pages: Map<number, Words>
  /** Of the pages. */
  highest: number
}

export type PageMemory = ReturnType<typeof createPageMemory>

/**
 * Knows the last archived versions of pages, so that only what differs is stored: they are what a restore has when it gets there.
 * When it is full, it begins anew.
 */
export function createPageMemory(bytesMax = bytesMaxDefault) {
  const files = new Map<string, KnownFile>()
  let bytes = 0
  let out: Words = new Uint32Array()

  function forget(name: string) {
    for (const page of files.get(name)?.pages.values() ?? []) bytes -= page.byteLength
    files.delete(name)
  }

  function knownOf(name: string): KnownFile {
    if (bytes > bytesMax) {
      files.clear()
      bytes = 0
    }
    const known = files.get(name) ?? { pages: new Map(), highest: 0 }
    files.set(name, known)
    return known
  }

  return {
    /** The result is valid until the next call. */
    deltaOf(name: string, frames: Uint8Array, pageSize: number): Uint8Array {
      const known = knownOf(name)
      const words = wordsOf(frames)
      const view = viewOf(frames)
      const frameWords = frameBytes(pageSize) / wordBytes
      // At most one range more than gaps, each of which is shorter by a word, and the 0.
      const longest = words.length + 2 * (words.length / frameWords)
      if (out.length < longest) out = new Uint32Array(longest)
      let end = 0
      let pagesAfter = 0
      for (let at = 0; at < words.length; at += frameWords) {
        const number = view.getUint32(at * wordBytes)
        const begin = at + headerWords
        for (let index = at; index < begin; index++) out[end++] = words[index] ?? 0
        const before = known.pages.get(number)
        const page = words.subarray(begin, at + frameWords)
        if (before) {
          end = addRanges(words, begin, before, out, end)
          before.set(page)
        } else {
          end = addWhole(page, out, end)
          known.pages.set(number, page.slice())
          bytes += page.byteLength
        }
        out[end++] = 0
        known.highest = Math.max(known.highest, number)
        pagesAfter = view.getUint32(at * wordBytes + 4)
      }
      // A restore cuts the file there.
      if (pagesAfter > 0 && known.highest > pagesAfter) forget(name)
      return new Uint8Array(out.buffer, 0, end * wordBytes)
    },
    /** Of a file whose history ends, or of which something may not have been archived. */
    forget,
  }
}

/** @throws Error when it is damaged. `before`: the page in the file to which the frames are applied. */
export function framesOf(delta: Uint8Array, pageSize: number, before: (page: number) => Uint8Array): Buffer {
  const words = wordsOf(delta)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < words.length;) {
    const frame = new Uint8Array(frameBytes(pageSize))
    frame.set(delta.subarray(at * wordBytes, (at + headerWords) * wordBytes))
    at += headerWords
    const page = pageOf(frame, 0, pageSize)
    page.set(before(parseFrame(frame).page))
    for (let range = words[at++]; range !== 0; range = words[at++]) {
      if (range === undefined) throw new Error('A part of the log is damaged')
      const [first, count] = [range >>> 16, range & 0xffff]
      page.set(delta.subarray(at * wordBytes, (at + count) * wordBytes), first * wordBytes)
      at += count
    }
    pieces.push(frame)
  }
  return Buffer.concat(pieces)
}

function addWhole(page: Words, out: Words, end: number) {
  out[end] = page.length
  out.set(page, end + 1)
  return end + 1 + page.length
}

/** Adds what differs from a page, of which the present version begins at `begin`. Returns the end. */
function addRanges(words: Words, begin: number, before: Words, out: Words, end: number) {
  const count = before.length
  let at = 0
  for (;;) {
    while (at < count && words[begin + at] === before[at]) at++
    if (at === count) return end
    const [head, first] = [end++, at]
    let equal = 0
    for (; at < count && equal < gapWords; at++) {
      const word = words[begin + at] ?? 0
      equal = word === before[at] ? equal + 1 : 0
      out[end++] = word
    }
    end -= equal
    out[head] = first * 0x1_0000 + end - head - 1
  }
}

function wordsOf(bytes: Uint8Array): Words {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % wordBytes === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(buffer, byteOffset, byteLength / wordBytes)
}
