import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPeople } from './check-people'

let root: string
const write = (file: string, text: string) => Bun.write(join(root, file), text)
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'recado-people-'))
  await write('src/person/tables-without-people.ts', "export const without = ['shelf']")
  await write('src/person/person-rows.ts', '')
  await write('src/card/card.tables.ts', "export const cardTable = sqliteTable('card', {})")
  await write('src/card/card.person.ts', 'export const rows = [{ table: cardTable }]')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('reports tables that say nothing about contacts, also renamed ones, and no dropped ones', async () => {
  await write(
    'migrations/company/0001-a.sql',
    'CREATE TABLE shelf (id);\n-- CREATE TABLE comment (id);\nCREATE TABLE card (id);',
  )
  expect(await checkPeople(root)).toEqual([])
  await write(
    'migrations/company/0002-b.sql',
    'CREATE TABLE box (id); CREATE TABLE gone (id); CREATE VIRTUAL TABLE words USING fts5 (a);',
  )
  await write('migrations/platform/0001-a.sql', 'CREATE TABLE plan (id);')
  await write('migrations/company/0003-c.sql', 'DROP TABLE gone; ALTER TABLE box RENAME TO crate;')
  const tables = (await checkPeople(root)).map((error) => /^The table (\w+) says neither/.exec(error)?.[1])
  expect(tables.toSorted()).toEqual(['crate', 'plan', 'words'])
})
