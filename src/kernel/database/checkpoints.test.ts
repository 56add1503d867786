import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { type Checkpoints, createCheckpoints } from './checkpoints'
import { openDatabase } from './database'
import { createLog } from '../log'
import { waitMsMax } from '../../testing/clock/wait-limit'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-checkpoints-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function valuesInTheFileAlone(path: string) {
  const alone = `${path}.alone`
  copyFileSync(path, alone)
  const db = new Database(alone)
  try {
    return db.query<{ value: number }, []>('SELECT value FROM written').values().flat()
  } catch {
    return []
  } finally {
    db.close()
  }
}

function openWatched(name: string, checkpoints: Checkpoints) {
  const path = join(folder, name)
  const db = openDatabase(path)
  db.run('CREATE TABLE written (value INTEGER)')
  return { path, db, watch: checkpoints.watch(db, name) }
}

test('checkpoints large writes while the writer continues, and ignores a file that was deleted', async () => {
  const checkpoints = createCheckpoints(createLog('silent'), { sweepMs: 60_000 })
  const erased = openWatched('erased.sqlite', checkpoints)
  rmSync(erased.path)
  erased.watch.note(1000)
  const { path, db, watch } = openWatched('company.sqlite', checkpoints)
  db.run('INSERT INTO written VALUES (1)')
  watch.note(999)
  expect(valuesInTheFileAlone(path)).toEqual([])
  watch.note(1)
  await until(() => valuesInTheFileAlone(path).length === 1, 'the first row in the file')
  db.run('INSERT INTO written VALUES (2)')
  watch.note(1000)
  await until(() => valuesInTheFileAlone(path).length === 2, 'the second row in the file')
  for (const open of [erased, { db, watch }]) {
    open.watch.end()
    open.db.close()
  }
})

test('the sweep finds unannounced writes, and retries a file that a reader held back', async () => {
  const checkpoints = createCheckpoints(createLog('silent'), { sweepMs: 20 })
  const { path, db, watch } = openWatched('platform.sqlite', checkpoints)
  const other = openWatched('company.sqlite', checkpoints)
  db.run('INSERT INTO written VALUES (1)')
  await until(() => valuesInTheFileAlone(path).length === 1, 'the first row in the file')
  const reader = new Database(path, { readonly: true })
  reader.run('BEGIN')
  reader.query('SELECT * FROM written').all()
  db.run('INSERT INTO written VALUES (2)')
  other.db.run('INSERT INTO written VALUES (3)')
  await until(() => valuesInTheFileAlone(other.path).length === 1, 'the sweep to reach the other file')
  expect(valuesInTheFileAlone(path)).toEqual([1])
  reader.run('COMMIT')
  reader.close()
  await until(() => valuesInTheFileAlone(path).length === 2, 'the second row in the file')
  for (const open of [other, { db, watch }]) {
    open.watch.end()
    open.db.close()
  }
})

test('empties the WAL on request, as soon as nobody reads from it, and not that of another file', async () => {
  const checkpoints = createCheckpoints(createLog('silent'), { sweepMs: 20 })
  const { path, db, watch } = openWatched('company.sqlite', checkpoints)
  const other = openWatched('other.sqlite', checkpoints)
  const walOf = (file: string) => statSync(`${file}-wal`).size
  for (const file of [db, other.db]) file.run('INSERT INTO written VALUES (1)')
  const reader = new Database(path, { readonly: true })
  reader.run('BEGIN')
  reader.query('SELECT * FROM written').all()
  watch.truncate()
  await until(() => valuesInTheFileAlone(path).length === 1, 'the checkpoint')
  db.run('INSERT INTO written VALUES (2)')
  expect(walOf(path)).toBeGreaterThan(0)
  reader.run('COMMIT')
  reader.close()
  await until(() => walOf(path) === 0, 'the empty WAL')
  expect(walOf(other.path)).toBeGreaterThan(0)
  expect(db.query('SELECT value FROM written').values().flat()).toEqual([1, 2])
  for (const open of [other, { db, watch }]) {
    open.watch.end()
    open.db.close()
  }
})

test('the sweep checkpoints a file that is written all the time only when its WAL is long', async () => {
  const checkpoints = createCheckpoints(createLog('silent'), { sweepMs: 20 })
  const { path, db, watch } = openWatched('company.sqlite', checkpoints)
  const write = () => {
    for (let row = 0; row < 5; row++) db.run('INSERT INTO written VALUES (1)')
    return valuesInTheFileAlone(path).length > 0
  }
  await until(write, 'the rows in the file', waitMsMax, 10)
  expect(valuesInTheFileAlone(path).length).toBeGreaterThanOrEqual(500)
  watch.end()
  db.close()
})

test('a worker that ended is started again with the next request', async () => {
  const workers: Worker[] = []
  const note = (worker: Worker) => void workers.push(worker)
  process.on('worker', note)
  const checkpoints = createCheckpoints(createLog('silent'), { sweepMs: 20 })
  const { path, db, watch } = openWatched('company.sqlite', checkpoints)
  db.run('INSERT INTO written VALUES (1)')
  await until(() => valuesInTheFileAlone(path).length === 1, 'the first row in the file')
  await workers[0]?.terminate()
  db.run('INSERT INTO written VALUES (2)')
  await until(() => valuesInTheFileAlone(path).length === 2, 'the rows in the file')
  expect(workers.length).toBe(2)
  process.off('worker', note)
  watch.end()
  db.close()
})
