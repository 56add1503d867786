import type { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckpoints } from '../../kernel/database/checkpoints'
import { openDatabase } from '../../kernel/database/database'
import { createLog } from '../../kernel/log'
import { createArchive } from './archive'
import { startBackupHelper } from './backup-helper'
import { copyBase } from './copy-base'
import { folderSink } from './folder-sink'
import { materialize } from './materialize'
import { listSpooled } from './spool'

const log = createLog('silent')
/** A segment holds the parts of an hour; after this time the next part begins another one. */
const hourMs = 61 * 60_000
const begunMs = Date.UTC(2026, 10, 30, 12)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-damaged-'))
  mkdirSync(join(folder, 'data'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const target = () => join(folder, 'backup')
const segments = () => readdirSync(join(target(), 'log/7')).sort()
const segmentPath = (at: number) => join(target(), 'log/7', segments().at(at) ?? '')

/** An archive whose clock goes on by a second with each word that is written. */
function openArchive() {
  const dataDir = join(folder, 'data')
  let nowMs = begunMs
  const archive = createArchive({ dataDir, target: target(), log, now: () => nowMs, flushMs: 600_000 })
  const checkpoints = createCheckpoints(log, { archives: [archive] })
  const path = join(dataDir, 'written.sqlite')
  const db: Database = openDatabase(path)
  const watch = checkpoints.watch(db, '7')
  return {
    archive,
    path,
    pass: (ms: number) => void (nowMs += ms),
    async write(text: string) {
      nowMs += 1_000
      db.run('CREATE TABLE IF NOT EXISTS word (text TEXT)')
      db.run('INSERT INTO word VALUES (?)', [text])
      await watch.tap?.collect()
      return nowMs
    },
    async copy() {
      const held = watch.tap?.hold()
      if (!held) throw new Error('Nothing follows the file')
      const helper = startBackupHelper(target())
      await copyBase(helper, held, { name: '7', path, dataDir, atMs: nowMs, isArchived: true })
      await helper.end()
    },
    async close() {
      const closed = watch.end()
      db.close()
      closed()
      await archive.stop()
    },
  }
}

async function restore(atMs = Number.POSITIVE_INFINITY) {
  const restored = join(folder, 'restored.sqlite')
  await materialize(folderSink(target()), '7', atMs, restored)
  const db = openDatabase(restored)
  const words = db.query<{ text: string }, []>('SELECT text FROM word').all()
  db.close()
  return words.map(({ text }) => text).join(' ')
}

/** A copy with one word, then three segments of two words each. */
async function writeSegments() {
  const writer = openArchive()
  await writer.write('0')
  await writer.copy()
  const moments: number[] = []
  for (let word = 1; word <= 6; word++) {
    if (word % 2 === 1) writer.pass(hourMs)
    moments.push(await writer.write(String(word)))
  }
  await writer.close()
  expect(segments()).toHaveLength(4)
  expect(await restore()).toBe('0 1 2 3 4 5 6')
  return moments
}

test('a segment that was lost, cut or changed is told, and the moment before it comes back', async () => {
  const moments = await writeSegments()
  const path = segmentPath(2)
  const whole = readFileSync(path)
  const changed = (at: number) => {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  const damages = [
    () => rmSync(path),
    () => truncateSync(path, whole.length - 1),
    () => writeFileSync(path, changed(20)),
    () => writeFileSync(path, changed(whole.length - 1)),
    () => writeFileSync(path, changed(0)),
    () => copyFileSync(segmentPath(3), path),
  ]
  for (const damage of damages) {
    damage()
    await expect(restore()).rejects.toThrow('missing or were changed')
    // When it was complete nobody can tell.
    await expect(restore((moments[3] ?? 0) + 60_000)).rejects.toThrow('missing or were changed')
    expect(await restore(moments[1])).toBe('0 1 2')
    writeFileSync(path, whole)
  }
  expect(await restore()).toBe('0 1 2 3 4 5 6')
})

test('a byte that was changed in the last segment is told, too', async () => {
  const moments = await writeSegments()
  const path = segmentPath(-1)
  const whole = readFileSync(path)
  for (const at of [0, 2, 4, 12, 40, Math.floor(whole.length / 3)]) {
    writeFileSync(path, Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 1 : byte))))
    await expect(restore()).rejects.toThrow('missing or were changed')
    expect(await restore(moments[3])).toBe('0 1 2 3 4')
  }
})

test('a last segment that the backup lost, wholly or its end, is told, also when nobody can tell what it had', async () => {
  const moments = await writeSegments()
  const path = segmentPath(-1)
  const ends = join(target(), 'log/ends.json')
  const [whole, told] = [readFileSync(path), readFileSync(ends, 'utf8')]
  const damages = [
    () => truncateSync(path, whole.length - 1),
    () => truncateSync(path, 0),
    () => rmSync(path),
    () => writeFileSync(ends, told.replace('"chain"', '"chaim"')),
  ]
  for (const damage of damages) {
    damage()
    await expect(restore()).rejects.toThrow('missing or were changed')
    expect(await restore(moments[3])).toBe('0 1 2 3 4')
    writeFileSync(path, whole)
    expect(await restore(moments[5])).toBe('0 1 2 3 4 5 6')
    writeFileSync(ends, told)
  }
})

test('damage before the copy takes nothing from what follows it', async () => {
  const writer = openArchive()
  for (const word of ['0', '1', '2']) {
    await writer.write(word)
    writer.pass(hourMs)
  }
  await writer.copy()
  await writer.write('3')
  await writer.close()
  truncateSync(segmentPath(1), 30)
  rmSync(segmentPath(0))
  expect(await restore()).toBe('0 1 2 3')
})

test('zeros after the last record, as a power cut leaves them, are no record', async () => {
  await writeSegments()
  appendFileSync(segmentPath(-1), new Uint8Array(5_000))
  expect(await restore()).toBe('0 1 2 3 4 5 6')
  const [spooled] = listSpooled(join(folder, 'data/archive/7')).slice(-1)
  appendFileSync(spooled?.path ?? '', new Uint8Array(5_000))
  const writer = openArchive()
  await writer.write('7')
  await writer.close()
  expect(await restore()).toBe('0 1 2 3 4 5 6 7')
})

test('a segment that the backup lost while it grew is sent again', async () => {
  const writer = openArchive()
  await writer.write('0')
  await writer.copy()
  for (const damage of [() => truncateSync(segmentPath(-1), 10), () => rmSync(segmentPath(-1))]) {
    await writer.write('1')
    expect(await writer.archive.flush()).toBeUndefined()
    damage()
    await writer.write('2')
    expect(await writer.archive.flush()).toBeDefined()
    expect(await writer.archive.flush()).toBeUndefined()
  }
  expect(await restore()).toBe('0 1 2 1 2')
  await writer.close()
})
