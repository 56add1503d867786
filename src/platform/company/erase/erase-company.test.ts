import type { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '../../../kernel/time/durations.contract'
import { type Caller, createWorld, type World } from '../../../testing/world/world'
import { type SignedReport, verifyReport } from './erasure-report'

const now = new Date('2026-03-10T15:00:00Z')

let world: World
let sofia: Caller
beforeEach(async () => {
  world = await createWorld({ now, environment: { LOG_LEVEL: 'silent' } })
  world.noBystander()
  sofia = await world.as(world.sofia)
})
afterEach(() => world.stop())

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

const catalog = () => world.platform.catalog.sqlite

function ownedTables(db: Database) {
  return db
    .query<{ name: string }, []>(
      `SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = 'company_id' ORDER BY 1`,
    )
    .all()
    .map(({ name }) => name)
}

const countOf = (table: string, id: number) =>
  catalog().query<{ n: number }, [number]>(`SELECT count(*) AS n FROM ${table} WHERE company_id = ?`).get(id)?.n ?? 0

const hasRowId = (columns: readonly Column[]) => {
  const [key, ...others] = columns.filter(({ pk }) => pk > 0)
  return others.length === 0 && key?.type === 'INTEGER' && key.name !== 'company_id'
}

/** A row of each table for each company, also of tables that a later migration adds. */
function fillTables() {
  for (const table of ownedTables(catalog())) {
    const columns = catalog().query<Column, []>(`SELECT * FROM pragma_table_info('${table}')`).all()
    for (const id of [1, 2]) {
      if (countOf(table, id) > 0) continue
      const needed = columns.filter(({ notnull, dflt_value, pk }) =>
        pk > 0 ? !hasRowId(columns) : notnull === 1 && dflt_value === null,
      )
      const names = new Set(['company_id', ...needed.map(({ name }) => name)])
      const values = [...names].map((name) => {
        if (name === 'company_id') return id
        return columns.find((column) => column.name === name)?.type === 'TEXT' ? `${table}-${id}` : id
      })
      catalog().run(`INSERT INTO ${table} (${[...names]}) VALUES (${values.map(() => '?')})`, values)
    }
  }
}

const reportFile = () => join(world.dataDir, 'erased', '2-2026-03-10.json')
const readReport = () => JSON.parse(readFileSync(reportFile(), 'utf8')) as SignedReport

test('nothing of a company stays in the catalog but payments without payer and recent sign-ins', async () => {
  // Opening a file rebuilds what is derived from it.
  for (const id of [1, 2]) world.ctx(id)
  fillTables()
  const tables = ownedTables(catalog())
  expect(tables).toContain('webhook_log')
  const others = tables.map((table) => [table, countOf(table, 1)])
  for (const days of [1, 200]) {
    const at = now.getTime() - days * dayMs
    catalog().run("INSERT INTO audit (at, type, company_id, user_id, data) VALUES (?, 'sign-in', 2, 1, '{}')", [at])
  }
  catalog().run("UPDATE charge SET payer_name = 'Gina', payer_document = 'sealed'")
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  const left = tables.map((table) => [table, countOf(table, 2)] as const).filter(([, n]) => n > 0)
  expect(left).toEqual([
    ['audit', 2],
    ['charge', 1],
  ])
  const entries = catalog().query('SELECT type, at FROM audit WHERE company_id = 2 ORDER BY id').values()
  expect(entries).toEqual([
    ['sign-in', now.getTime() - dayMs],
    ['company.erased', now.getTime()],
  ])
  expect(catalog().query('SELECT payer_name, payer_document FROM charge WHERE company_id = 2').values()).toEqual([
    ['', ''],
  ])
  expect(catalog().query('SELECT payer_name FROM charge WHERE company_id = 1').values()).toEqual([['Gina']])
  expect(tables.map((table) => [table, countOf(table, 1)])).toEqual(others)
  const text = tables.map((table) => JSON.stringify(catalog().query(`SELECT * FROM ${table}`).all())).join()
  expect(text).not.toContain('globex.test')
  catalog().query('PRAGMA wal_checkpoint(TRUNCATE)').get()
  const bytes = readFileSync(join(world.dataDir, 'platform.sqlite'), 'latin1')
  expect([bytes.includes('globex.test'), bytes.includes('acme.test')]).toEqual([false, true])
  expect(existsSync(world.platform.files.folderOf(2))).toBe(false)
})

test('the report tells what was found and where there was nothing, and a change of it shows', async () => {
  world.platform.companyErasers.push({ what: 'backups', erase: () => [] })
  await sofia.delete('/companies/2')
  const { report } = readReport()
  expect(report).toMatchObject({
    company: { id: 2, name: 'Globex' },
    endedAt: now.toISOString(),
    by: `user ${world.sofia.id} of company 1`,
    folder: { place: world.platform.files.folderOf(2) },
    elsewhere: { backups: [] },
  })
  expect(report.folder.files).toBeGreaterThan(0)
  expect(report.rows['user_index']).toBe(3)
  expect(report.rows['webhook_log']).toBe(0)
  expect(Object.keys(report.rows).toSorted()).toEqual(
    ['company', ...ownedTables(catalog())].filter((table) => table !== 'charge').toSorted(),
  )
  expect(JSON.stringify(report)).not.toContain('globex.test')
  const text = readFileSync(reportFile(), 'utf8')
  const verdictOf = (changed: string) => verifyReport(world.platform.hostKey, changed).verdict
  expect(verdictOf(text)).toBe('genuine')
  expect(verdictOf(text.replace('"user_index": 3', '"user_index": 2'))).toBe('altered')
  expect(verdictOf('{}')).toBe('noReport')
  expect(verdictOf(text.slice(0, -20))).toBe('noReport')
  const other = await createWorld()
  expect(verifyReport({ ...other.platform.hostKey, publicKey: 'another' }, text).verdict).toBe('otherHost')
  other.stop()
})

test('what an interrupted erasure deleted is in the report of the one that completes it', async () => {
  const { companyErasers } = world.platform
  let fails = true
  companyErasers.push(
    { what: 'backups', erase: () => (fails ? [{ place: '/backup/2', files: 3, bytes: 900 }] : []) },
    { what: 'copies', erase: () => (fails ? Promise.reject(new Error('killed')) : []) },
  )
  expect((await sofia.delete('/companies/2')).status).toBe(500)
  expect(existsSync(world.platform.files.folderOf(2))).toBe(false)
  expect(readdirSync(join(world.dataDir, 'erased'))).toEqual(['2.json'])
  fails = false
  // Killed after the rows were gone.
  catalog().run('DELETE FROM company WHERE id = 2')
  world.platform.catalog.companies.forget()
  expect((await sofia.delete('/companies/2')).status).toBe(200)
  const { report } = readReport()
  expect(report.folder.files).toBeGreaterThan(0)
  expect(report.rows).toMatchObject({ company: 1, user_index: 3 })
  expect(report.elsewhere).toEqual({ backups: [{ place: '/backup/2', files: 3, bytes: 900 }], copies: [] })
  expect(readdirSync(join(world.dataDir, 'erased'))).toEqual(['2-2026-03-10.json'])
  expect((await sofia.delete('/companies/2')).status).toBe(404)
})

test('its copies go with it', async () => {
  const { files } = world.platform
  catalog().run(`INSERT INTO company (name, name_key, email, plan_id, due_date, copy_of, muted, created_at, updated_at)
    VALUES ('Globex 2', 'globex 2', '', 1, '2999-12-31', 2, 1, 0, 0)`)
  files.create(3)
  await sofia.delete('/companies/2')
  expect([existsSync(files.folderOf(2)), existsSync(files.folderOf(3))]).toEqual([false, false])
  expect(catalog().query('SELECT id FROM company').values()).toEqual([[1]])
})
