import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../testing/whatsapp/whatsapp-world'
import { createLog } from '../../log'
import { createCheckpoints } from '../checkpoints'
import { openDatabase } from '../database'
import { applyFrames } from './copy-database'
import type { WalArchive, WalPart } from './wal-tap'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-taps-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Keeps what it is given, once the test says so. */
function createArchive(more: Partial<WalArchive> = {}) {
  const parts: WalPart[] = []
  let waiting: PromiseWithResolvers<void> | undefined
  const archive: WalArchive = {
    lastPosition: () => undefined,
    append(part) {
      parts.push(part)
      return waiting?.promise ?? Promise.resolve()
    },
    losses: () => 0,
    noteClosed() {},
    chainBegun() {},
    now: Date.now,
    ...more,
  }
  return {
    archive,
    parts,
    shut: () => void (waiting = Promise.withResolvers()),
    open() {
      waiting?.resolve()
      waiting = undefined
    },
  }
}

function openFile(name: string) {
  const path = join(folder, `${name}.sqlite`)
  const db = openDatabase(path)
  db.run('CREATE TABLE word (text TEXT)')
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  copyFileSync(path, `${path}.base`)
  return { path, db, write: (text: string) => db.run('INSERT INTO word VALUES (?)', [text]) }
}

/** The copy that was made before, with what the archive kept. */
function restored(path: string, parts: readonly WalPart[]) {
  const file = openSync(`${path}.base`, 'r+')
  for (const { frames, pageSize } of parts) applyFrames(file, frames, pageSize)
  closeSync(file)
  return readFileSync(`${path}.base`)
}

test('each archive keeps every commit, at its own pace', () => {
  const [backup, log] = [createArchive(), createArchive({ holdsOutput: true })]
  const checkpoints = createCheckpoints(createLog('silent'), { archives: [backup.archive, log.archive] })
  for (const [name, { parts }] of Object.entries({ backup, log })) {
    const { path, db, write } = openFile(name)
    const watch = checkpoints.watch(db, '7')
    for (let row = 0; row < 40; row++) {
      write(`${row} ${'x'.repeat(900)}`)
      watch.note(1)
      void watch.ship?.()
    }
    const before = parts.length
    const closed = watch.end()
    db.close()
    closed()
    expect(restored(path, parts).equals(readFileSync(path))).toBe(true)
    expect(name === 'log' ? before : parts.length).toBe(name === 'log' ? 40 : 1)
    for (const archive of [backup, log]) archive.parts.length = 0
  }
})

test('a long log of commits to the same pages is one short part, without what was undone', () => {
  const { archive, parts } = createArchive()
  const checkpoints = createCheckpoints(createLog('silent'), { archives: [archive] })
  const { path, db, write } = openFile('long')
  const watch = checkpoints.watch(db, '7')
  for (let row = 0; row < 1_200; row++) write(String(row))
  db.run('PRAGMA cache_size = 1')
  db.run('BEGIN')
  for (let row = 0; row < 20; row++) write('x'.repeat(3_000))
  db.run('ROLLBACK')
  void watch.tap?.collect()
  expect(parts.map(({ position }) => position.frame)).toEqual([watch.tap?.framesInLog() ?? 0])
  expect(parts[0]?.frames.length).toBeLessThan(100_000)
  const closed = watch.end()
  db.close()
  closed()
  expect(restored(path, parts).equals(readFileSync(path))).toBe(true)
})

test('nothing waits for a backup; what holds output back is handed over at once', async () => {
  const [backup, log] = [createArchive(), createArchive({ holdsOutput: true })]
  const checkpoints = createCheckpoints(createLog('silent'), { archives: [backup.archive, log.archive] })
  const { db, write } = openFile('one')
  const watch = checkpoints.watch(db, '7')
  expect(watch.ship?.()).toBeUndefined()
  backup.shut()
  log.shut()
  write('held')
  const taken = watch.ship?.()
  expect([backup.parts.length, log.parts.length]).toEqual([0, 1])
  expect(watch.ship?.()).toBe(taken as Promise<void>)
  log.open()
  await taken
  expect(watch.ship?.()).toBeUndefined()
  backup.open()
  watch.end()()
  db.close()
})

test('a file is checkpointed once every archive has taken it, and keeps no other file waiting', async () => {
  const [backup, log] = [createArchive(), createArchive({ holdsOutput: true, follows: (name) => name === '7' })]
  const archives = [backup.archive, log.archive]
  const checkpoints = createCheckpoints(createLog('silent'), { archives, sweepMs: 20 })
  const [one, other] = [openFile('one'), openFile('other')]
  const [watch, otherWatch] = [checkpoints.watch(one.db, '7'), checkpoints.watch(other.db, '8')]
  expect(otherWatch.ship).toBeUndefined()
  log.shut()
  const size = (path: string) => statSync(path).size
  const before = size(one.path)
  for (let row = 0; row < 60; row++) for (const { write } of [one, other]) write('x'.repeat(3_000))
  watch.note(1000)
  otherWatch.note(1000)
  await until(() => size(other.path) > before, 'the checkpoint of the other file')
  expect(size(one.path)).toBe(before)
  log.open()
  await until(() => size(one.path) > before, 'the checkpoint')
  for (const closed of [watch.end(), otherWatch.end()]) closed()
  for (const { db } of [one, other]) db.close()
})
