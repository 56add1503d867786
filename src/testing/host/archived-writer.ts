import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createArchive } from '../../host/backup/archive'
import { copyBase } from '../../host/backup/copy-base'
import { startBackupHelper } from '../../host/backup/backup-helper'
import { createCheckpoints } from '../../kernel/database/checkpoints'
import { openDatabase } from '../../kernel/database/database'
import { createLog } from '../../kernel/log'

/** Reports what it did to the chain, waits for a line, then writes transactions of all sizes, rollbacks and checkpoints until killed. */
const [dataDir = '', target = '', seed = '1'] = process.argv.slice(2)

let state = Number(seed)
/** mulberry32 */
function random() {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

let isCopying = false

const log = createLog('error')
const archive = createArchive({ dataDir, target, log, flushMs: 50 })
const checkpoints = createCheckpoints(log, { archives: [archive], sweepMs: 100 })
const path = join(dataDir, 'written.sqlite')
const db = openDatabase(path)
// Long transactions write to the log before they end.
db.run('PRAGMA cache_size = -200')
const watch = checkpoints.watch(db, '7')
db.run('CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, content BLOB)')
await watch.tap?.collect()
const isNew = archive.withoutBase().length > 0
if (isNew) await makeBase()
await archive.flush()
console.log(isNew ? 'new chain' : 'leads on')
const { done } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()
if (done) process.exit(1)
process.stdin.once('end', () => process.exit(1))
if (random() < 0.1) {
  end()
  await archive.stop()
  process.exit(0)
}
for (;;) {
  write()
  if (random() < 0.02 && !isCopying) void makeBase().catch(() => {})
  if (random() < 0.3) await Bun.sleep(random() * 5)
}

function end() {
  const closed = watch.end()
  db.close()
  closed()
}

function write() {
  const rows = random() < 0.02 ? 3000 : Math.ceil(random() * 8)
  const isUndone = random() < 0.1
  db.run('BEGIN IMMEDIATE')
  for (let row = 0; row < rows; row++) {
    const id = Math.floor(random() * 20_000)
    if (random() < 0.2) db.run('DELETE FROM row WHERE id = ?', [id])
    else db.run('INSERT OR REPLACE INTO row VALUES (?, randomblob(?))', [id, Math.floor(random() * 2000)])
  }
  db.run(isUndone ? 'ROLLBACK' : 'COMMIT')
  if (!isUndone) watch.note(random() < 0.05 ? 300 : 1)
}

async function makeBase() {
  isCopying = true
  const held = watch.tap?.hold()
  if (!held) return
  const helper = startBackupHelper(target)
  try {
    await copyBase(helper, held, { name: '7', path, dataDir, atMs: Date.now(), isArchived: true })
    archive.noteBase('7', held.position)
  } finally {
    held.release()
    await helper.end()
    isCopying = false
  }
}
