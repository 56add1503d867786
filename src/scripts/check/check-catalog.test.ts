import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCatalog } from './check-catalog'

let root: string
const write = (file: string, text: string) => Bun.write(join(root, file), text)
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'recado-catalog-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('reports tables of the catalog without one of the three words, and names of tables that are gone', async () => {
  await write(
    'src/platform/catalog-tables.ts',
    "export const catalogTables = { plan: 'business', seen: 'names', lost: 'hints', odd: 'else', old: 'hints' }",
  )
  await write(
    'migrations/platform/0001-a.sql',
    'CREATE TABLE plan (id);\nCREATE TABLE seen (id);\nCREATE TABLE box (id);\nCREATE TABLE odd (id);\nCREATE TABLE lost (id);',
  )
  await write('migrations/platform/0002-b.sql', 'ALTER TABLE box RENAME TO crate; DROP TABLE lost;')
  await write('migrations/company/0001-a.sql', 'CREATE TABLE ticket (id);')
  const named = (await checkCatalog(root)).map((error) => /the table (\w+)/i.exec(error)?.[1])
  expect(named.toSorted()).toEqual(['crate', 'lost', 'odd', 'old'])
})
