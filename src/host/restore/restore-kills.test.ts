import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, shutdown } from '../../compose'
import { contactTable } from '../../contact/contact.tables'
import { createContext } from '../../kernel/company/company-context'
import { finishSwaps, stagedFolder, swapFolders } from '../../kernel/company/folder-swap'
import { readConfig } from '../../kernel/config/config'
import { addContact } from '../../testing/conversation/tickets'
import { backUp } from '../../testing/restore/backup'
import { createRandom } from '../../testing/bench/bench-company'
import { createWorld } from '../../testing/world/world'

/** More with RESTORE_KILLS. */
const kills = Number(process.env['RESTORE_KILLS'] ?? 5)

test(
  'killed at any moment, a restore leaves the company wholly as it was or wholly restored',
  async () => {
    const world = await createWorld()
    const folders = ['antes', 'depois'].map((name) => {
      for (let count = 0; count < 50; count++) addContact(world.ctx(1), name)
      return backUp(world, 1)
    })
    world.platform.files.closeAll()
    const random = createRandom(kills)
    const seen = new Set<number>()
    for (let kill = 0; kill < kills; kill++) {
      const child = Bun.spawn(
        ['bun', join(import.meta.dir, '../../testing/restore/restore-child.ts'), world.dataDir, ...folders],
        {
          stdout: 'pipe',
          stderr: 'inherit',
        },
      )
      const reader = child.stdout.getReader()
      for (let lines = 1 + random(3); lines > 0; lines--) await reader.read()
      await Bun.sleep(random(500))
      child.kill('SIGKILL')
      await child.exited
      const platform = compose({ config: readConfig({ DATA_DIR: world.dataDir, LOG_LEVEL: 'error' }) })
      const { db } = createContext(platform.files.use(1))
      const names = db.select().from(contactTable).all()
      seen.add(names.filter(({ name }) => name === 'depois').length)
      expect(names.filter(({ name }) => name === 'antes')).toHaveLength(50)
      await shutdown(platform)
      const left = readdirSync(join(world.dataDir, 'companies')).filter((name) => !/^\d+(\.replaced-.*)?$/.test(name))
      expect(left).toEqual([])
    }
    expect([...seen].filter((count) => count !== 0 && count !== 50)).toEqual([])
    world.noBystander()
    world.stop()
  },
  60_000 + kills * 10_000,
)

/** A folder with a present company, a prepared one, and the marker that says that they change places. */
function prepare({ marker, moved }: { marker: boolean; moved: 'none' | 'present' | 'both' }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'recado-swap-'))
  const make = (folder: string, text: string) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'company.sqlite'), text)
  }
  const companies = join(dataDir, 'companies')
  make(join(companies, '7'), moved === 'both' ? 'new' : 'old')
  if (moved === 'present') rmSync(join(companies, '7'), { recursive: true })
  if (moved !== 'none') make(join(companies, '7.replaced-20261130T070000'), 'old')
  if (moved !== 'both') make(stagedFolder(dataDir, 7), 'new')
  if (marker) writeFileSync(join(companies, '7.swap'), '7.replaced-20261130T070000')
  else writeFileSync(join(companies, '7.swap.new'), '7.rep')
  make(join(companies, '8'), 'bystander')
  return { dataDir, companies }
}

test.each([
  [{ marker: false, moved: 'none' }, 'old', false],
  [{ marker: true, moved: 'none' }, 'new', true],
  [{ marker: true, moved: 'present' }, 'new', true],
  [{ marker: true, moved: 'both' }, 'new', true],
] as const)('a swap that ended at %p is settled at the next start', async (state, expected, isKept) => {
  const { dataDir, companies } = prepare(state)
  finishSwaps(dataDir)
  const text = (folder: string) => Bun.file(join(companies, folder, 'company.sqlite')).text()
  expect([await text('7'), await text('8')]).toEqual([expected, 'bystander'])
  const kept = '7.replaced-20261130T070000'
  expect(readdirSync(companies).toSorted()).toEqual(['7', ...(isKept ? [kept] : []), '8'])
  if (isKept) expect(await text(kept)).toBe('old')
  finishSwaps(dataDir)
  expect(existsSync(join(companies, '7'))).toBe(true)
  rmSync(dataDir, { recursive: true })
})

test('a swap that cannot be made leaves the company where it was', () => {
  const { dataDir, companies } = prepare({ marker: true, moved: 'none' })
  rmSync(stagedFolder(dataDir, 7), { recursive: true })
  expect(() => swapFolders(dataDir, 7, new Date())).toThrow()
  expect(existsSync(join(companies, '7', 'company.sqlite'))).toBe(true)
  rmSync(dataDir, { recursive: true })
})
