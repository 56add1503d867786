import { afterEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../testing/whatsapp-world'
import { createCheckpoints } from './checkpoints'
import { openDatabase } from './database'
import { createLog } from './log'

const folder = mkdtempSync(join(tmpdir(), 'recado-checkpoints-'))
const checkpoints = createCheckpoints(createLog('silent'))
afterEach(() => {
  checkpoints.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What a power cut would leave: the file without what stands beside it. */
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

test('what was committed reaches the file while its writer goes on, and a file that is gone harms nobody', async () => {
  const path = join(folder, 'company.sqlite')
  const db = openDatabase(path)
  db.run('CREATE TABLE written (value INTEGER)')
  db.run('INSERT INTO written VALUES (1)')
  checkpoints.note(join(folder, 'erased.sqlite'), 1000)
  checkpoints.note(path, 299)
  expect(valuesInTheFileAlone(path)).toEqual([])
  checkpoints.note(path, 1)
  await until(() => valuesInTheFileAlone(path).length === 1, 'the first row in the file')
  db.run('INSERT INTO written VALUES (2)')
  checkpoints.note(path, 300)
  await until(() => valuesInTheFileAlone(path).length === 2, 'the second row in the file')
  db.close()
})
