import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorld, type World } from '../../testing/world/world'
import { createCheckpoints } from '../database/checkpoints'
import { type CompanyFiles, createCompanyFiles } from './company-files'
import { Refusal } from '../errors'
import { type Migration, readMigrations } from '../database/migrate'

const known = readMigrations(join(import.meta.dir, '../../../migrations/company'))
const next = known.length + 1

let world: World
let files: CompanyFiles
beforeEach(async () => {
  world = await createWorld({ environment: { LOG_LEVEL: 'silent' } })
  world.noBystander()
})
afterEach(() => {
  files.closeAll()
  world.stop()
})

function openWith(...later: string[]) {
  const { services } = world.ctx(1).company
  world.platform.files.closeAll()
  const added: Migration[] = later.map((sql, index) => ({
    version: next + index,
    name: `${next + index}-later.sql`,
    sql,
  }))
  files = createCompanyFiles({
    ...services,
    dataDir: world.dataDir,
    migrations: [...known, ...added],
    checkpoints: createCheckpoints(services.log),
  })
}

const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'nothing was refused'
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}
const pathOf = (id: number) => join(files.folderOf(id), 'company.sqlite')

test('migrates a file of an earlier release in the background after copying it, and answers meanwhile that it is updating', async () => {
  openWith('CREATE TABLE later (value TEXT); INSERT INTO later VALUES (1)')
  expect(codeOf(() => files.use(1))).toBe('ERR_COMPANY_UPDATING')
  const company = await files.ready(1)
  expect(company.sqlite.query('SELECT value FROM later').values()).toEqual([['1']])
  expect(company.sqlite.query('SELECT name FROM user WHERE id = 1').values()).toEqual([['Ana Souza']])
  const before = new Database(`${pathOf(1)}.before-${next}`, { readonly: true })
  expect(before.query('PRAGMA user_version').values()).toEqual([[known.length]])
  expect(before.query('SELECT name FROM user WHERE id = 1').values()).toEqual([['Ana Souza']])
  before.close()
})

test('a file that cannot be migrated stays unchanged and makes only its own company unavailable', async () => {
  openWith('CREATE TABLE later (value TEXT); INSERT INTO nowhere VALUES (1)')
  await expect(files.ready(1)).rejects.toThrow('ERR_COMPANY_DAMAGED')
  expect(codeOf(() => files.use(1))).toBe('ERR_COMPANY_DAMAGED')
  openWith('CREATE TABLE later (value TEXT)')
  expect((await files.ready(1)).sqlite.query('SELECT * FROM later').all()).toEqual([])
  expect((await files.ready(2)).id).toBe(2)
})

test('replaces an incomplete copy and keeps a complete one', async () => {
  openWith('CREATE TABLE later (value TEXT)')
  writeFileSync(`${pathOf(1)}.before-${next}.unfinished`, 'half of it')
  writeFileSync(`${pathOf(2)}.before-${next}`, 'whole, of an earlier try')
  await Promise.all([files.ready(1), files.ready(2)])
  const before = new Database(`${pathOf(1)}.before-${next}`, { readonly: true })
  expect(before.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  before.close()
  expect(await Bun.file(`${pathOf(2)}.before-${next}`).text()).toBe('whole, of an earlier try')
  expect(readdirSync(files.folderOf(1)).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a company deleted during its migration stays deleted', async () => {
  openWith('CREATE TABLE later (value TEXT)')
  expect(codeOf(() => files.use(2))).toBe('ERR_COMPANY_UPDATING')
  await files.whenUnused(2)
  files.erase(2)
  expect(existsSync(files.folderOf(2))).toBe(false)
  expect(codeOf(() => files.use(2))).toBe('ERR_NO_COMPANY_FOUND')
})
