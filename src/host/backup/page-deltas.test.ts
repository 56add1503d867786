import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { frameBytes, frameHeaderBytes } from '../../kernel/database/wal/wal-file'
import stored from './archived-without-deltas.fixture.json'
import { folderSink } from './folder-sink'
import { materialize } from './materialize'
import { createPageMemory, framesOf } from './page-deltas'
import { encodeRecord, readRecords, type SegmentRecord } from './segment'

const pageSize = 4096

/** A frame of a page with bytes of a kind, which ends a transaction when `pagesAfter` is not 0. */
function frameOf(page: number, fill: (at: number) => number, pagesAfter = 0) {
  const frame = new Uint8Array(frameBytes(pageSize))
  const view = new DataView(frame.buffer)
  view.setUint32(0, page)
  view.setUint32(4, pagesAfter)
  for (let at = 0; at < pageSize; at++) frame[frameHeaderBytes + at] = fill(at)
  return frame
}

const part = (...frames: Uint8Array[]): SegmentRecord & { name: string } => ({
  name: '7',
  after: { run: 1, frame: 1 },
  position: { chain: 'chain', run: 1, salts: '', frame: 2, checksum: '' },
  pageSize,
  frames: Buffer.concat(frames),
  atMs: 1,
})

/** What a restore does with a file. */
function createRestore() {
  const pages = new Map<number, Uint8Array>()
  const before = (page: number) => pages.get(page) ?? new Uint8Array(pageSize)
  return {
    before,
    apply(frames: Uint8Array) {
      const view = new DataView(frames.buffer, frames.byteOffset)
      let pagesAfter = 0
      for (let at = 0; at < frames.length; at += frameBytes(pageSize)) {
        pages.set(view.getUint32(at), frames.slice(at + frameHeaderBytes, at + frameBytes(pageSize)))
        pagesAfter = view.getUint32(at + 4)
      }
      for (const page of pages.keys()) if (pagesAfter > 0 && page > pagesAfter) pages.delete(page)
    },
  }
}

describe('what differs from a page before', () => {
  const fills: [string, (at: number) => number][] = [
    ['nothing', () => 7],
    ['the first byte', (at) => (at === 0 ? 8 : 7)],
    ['the last byte', (at) => (at === pageSize - 1 ? 8 : 7)],
    ['every word', () => 9],
    ['every second word', (at) => (at % 8 < 4 ? 10 : 9)],
    ['every third word', (at) => (at % 12 < 4 ? 11 : 9)],
    ['words next to equal ones', (at) => ((at >> 2) % 3 === 0 ? 12 : at % 12 < 4 ? 11 : 9)],
    ['all kinds', (at) => (Math.imul(at, 2_654_435_761) >>> 13) & ((at >> 5) & 1 ? 255 : 1)],
  ]

  test('gives back each version, in order', () => {
    const memory = createPageMemory()
    const restore = createRestore()
    for (const [name, fill] of [...fills, ...fills.toReversed()]) {
      const frames = Buffer.concat([frameOf(3, fill), frameOf(1, () => 1, 5)])
      const delta = Uint8Array.from(memory.deltaOf('7', frames, pageSize))
      const found = framesOf(delta, pageSize, restore.before)
      expect({ name, isSame: found.equals(frames) }).toEqual({ name, isSame: true })
      restore.apply(found)
    }
  })

  test('is little, and nothing of another file', () => {
    const memory = createPageMemory()
    const frame = frameOf(3, () => 7, 5)
    expect(memory.deltaOf('7', frame, pageSize).length).toBeGreaterThan(pageSize)
    expect(memory.deltaOf('7', frame, pageSize).length).toBeLessThan(40)
    expect(memory.deltaOf('8', frame, pageSize).length).toBeGreaterThan(pageSize)
  })

  test('is not taken from a page that the file lost meanwhile', () => {
    const memory = createPageMemory()
    const restore = createRestore()
    const versions = [frameOf(9, () => 7, 9), frameOf(1, () => 1, 5), frameOf(9, () => 7, 9)]
    for (const frames of versions) {
      const found = framesOf(Uint8Array.from(memory.deltaOf('7', frames, pageSize)), pageSize, restore.before)
      expect(found.equals(frames)).toBe(true)
      restore.apply(found)
    }
  })

  test('is taken from few pages when there is little room, and from none of a file that was forgotten', () => {
    const memory = createPageMemory(2 * pageSize)
    const lengthOf = (page: number) =>
      memory.deltaOf(
        '7',
        frameOf(page, () => page),
        pageSize,
      ).length
    expect([1, 2, 1, 2].map(lengthOf).map((length) => length > pageSize)).toEqual([true, true, false, false])
    lengthOf(3)
    expect(lengthOf(1)).toBeGreaterThan(pageSize)
    memory.forget('7')
    expect(lengthOf(1)).toBeGreaterThan(pageSize)
  })
})

describe('a record', () => {
  test('with a delta says when it does not fit', () => {
    const memory = createPageMemory()
    encodeRecord(part(frameOf(3, () => 7, 5)), memory)
    const frames = frameOf(3, (at) => (at < 9 ? 8 : 7), 5)
    const [record] = readRecords(encodeRecord(part(frames), memory))
    expect(record?.unpack(() => new Uint8Array(pageSize).fill(7)).frames).toEqual(Buffer.from(frames))
    expect(() => record?.unpack(() => new Uint8Array(pageSize).fill(6))).toThrow('do not fit')
    expect(() => record?.unpack()).toThrow('alone')
  })

  test('without a memory can be read alone', () => {
    const [record] = readRecords(encodeRecord(part(frameOf(3, () => 7, 5))))
    expect(record?.unpack().frames).toEqual(Buffer.from(frameOf(3, () => 7, 5)))
  })
})

describe(`an archive of ${stored.writtenBy}, which stored whole pages`, () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recado-old-archive-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('is restored byte by byte', async () => {
    for (const [path, content] of Object.entries(stored.files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), Buffer.from(content, 'base64'))
    }
    const restored = join(folder, 'restored.sqlite')
    const { commits } = await materialize(folderSink(folder), '7', Number.POSITIVE_INFINITY, restored)
    expect(commits).toBe(3)
    expect(Bun.SHA256.hash(readFileSync(restored), 'hex')).toBe(stored.sha256)
  })
})
