import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../testing/bench/bench-company'
import { dot } from '../../testing/media/dot'
import { crashRounds } from '../../testing/process/crash-rounds'
import { until } from '../../testing/whatsapp/whatsapp-world'
import { writeLargeScratch } from '../../testing/move-in/large-scratch'
import { createWorld } from '../../testing/world/world'

/** The first kill comes while messages are written, the others at random moments chosen by MOVE_IN_SEED. */
const kills = crashRounds(1)
const seed = Number(process.env['MOVE_IN_SEED'] ?? 7)

const folder = () => mkdtempSync(join(tmpdir(), 'recado-move-in-kill-'))

async function startChild(dataDir: string, source: string) {
  const program = join(import.meta.dir, '../../testing/move-in/move-in-child.ts')
  const child = Bun.spawn(['bun', program, dataDir, join(source, 'scratch.sqlite'), source], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  const line = async () => new TextDecoder().decode((await reader.read()).value).trim()
  expect(await line()).toBe('ready')
  return { child, line }
}

/** Random each time, or the moment of the run. */
const notCompared = new Set([
  'connection.token',
  'connection.token_hash',
  'event.at',
  'media.created_at',
  'import_source.created_at',
  'identity.company_id',
])

/** Follows the commit of the catalog, so that a kill between them leaves it out. Nobody has the new company open. */
const noticeToBrowsers = 'subscription.changed'

function contentOf(dataDir: string) {
  const catalog = new Database(join(dataDir, 'platform.sqlite'), { readonly: true })
  const [moved] = catalog
    .query<{ id: number; muted: number; copy_of: number | null }, []>(
      'SELECT company.id, muted, copy_of FROM moved_in JOIN company ON company.id = company_id',
    )
    .all()
  catalog.close()
  const db = new Database(join(dataDir, `companies/${moved?.id}/company.sqlite`), { readonly: true })
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_') && !/_(?:data|idx|docsize|config)$/.test(name))
  const rows = tables.map((table) => {
    const all = db.query<Record<string, unknown>, []>(`SELECT * FROM ${table}`).all()
    const kept = all.filter((row) => row['type'] !== noticeToBrowsers)
    const compared = kept.map((row) => Object.entries(row).filter(([column]) => !notCompared.has(`${table}.${column}`)))
    return [table, Bun.hash(JSON.stringify(compared)).toString(36), kept.length]
  })
  const found = db.query('SELECT count(*) AS n FROM message_search WHERE message_search MATCH ?').all('pedido')
  db.close()
  const files = [...new Bun.Glob('**/*').scanSync({ cwd: join(dataDir, `companies/${moved?.id}/media`) })].toSorted()
  return { muted: moved?.muted, copyOf: moved?.copy_of, rows, found, files }
}

/** The messages of the company that is being written. */
function writtenIn(dataDir: string) {
  const [folder] = leftOvers(dataDir)
  const file = join(dataDir, 'companies', folder ?? '', 'company.sqlite')
  if (folder === undefined || !existsSync(file)) return 0
  const db = new Database(file, { readonly: true })
  try {
    return db.query<{ n: number }, []>('SELECT count(*) AS n FROM message').get()?.n ?? 0
  } catch {
    // Its tables are still to come.
    return 0
  } finally {
    db.close()
  }
}

const leftOvers = (dataDir: string) => readdirSync(join(dataDir, 'companies')).filter((name) => !/^\d+$/.test(name))

test(
  'killed at any moment and run again, a move is the same as an undisturbed one',
  async () => {
    const source = folder()
    writeLargeScratch(join(source, 'scratch.sqlite'), { messages: 6_000, contacts: 300, files: 60 })
    mkdirSync(join(source, 'public/company1'), { recursive: true })
    for (let file = 0; file < 60; file += 2) writeFileSync(join(source, `public/company1/foto-${file}.png`), dot)
    const world = await createWorld()
    world.platform.files.closeAll()
    const copy = () => {
      const dataDir = folder()
      cpSync(world.dataDir, dataDir, { recursive: true })
      return dataDir
    }
    const undisturbed = copy()
    const { child, line } = await startChild(undisturbed, source)
    const startMs = performance.now()
    expect(await line()).toBe('done')
    const lengthMs = performance.now() - startMs
    await child.exited
    const expected = contentOf(undisturbed)
    expect(expected.rows.find(([table]) => table === 'message')?.[2]).toBe(6_000)
    const random = createRandom(seed)
    for (let kill = 0; kill < kills; kill++) {
      const dataDir = copy()
      const killed = await startChild(dataDir, source)
      if (kill === 0) await until(() => writtenIn(dataDir) > 1_000, 'messages of the move', 60_000, 5)
      else await Bun.sleep(random(Math.ceil(lengthMs)))
      killed.child.kill('SIGKILL')
      await killed.child.exited
      const again = await startChild(dataDir, source)
      expect(await again.line()).toBe('done')
      await again.child.exited
      expect(contentOf(dataDir)).toEqual(expected)
      expect(leftOvers(dataDir)).toEqual([])
      rmSync(dataDir, { recursive: true })
    }
    for (const used of [undisturbed, source]) rmSync(used, { recursive: true })
    await world.stop()
  },
  60_000 + kills * 60_000,
)
