import type { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { createWorld, type World } from '../testing/world/world'
import { listPersonRows } from './person-rows'
import { tablesWithoutPeople } from './tables-without-people'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

interface Named {
  name: string
}

/** Without those behind an index of words. */
function listTables(sqlite: Database): string[] {
  const names = sqlite
    .query<Named & { sql: string }, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    .all()
  const indexes = names.filter(({ sql }) => /VIRTUAL TABLE/.test(sql)).map(({ name }) => name)
  const parts = indexes.flatMap((name) =>
    ['data', 'idx', 'docsize', 'config', 'content'].map((part) => `${name}_${part}`),
  )
  return names.map(({ name }) => name).filter((name) => !parts.includes(name) && !/^sqlite_|^migration/.test(name))
}

test('every table says what it holds about contacts, or why nothing', () => {
  const declared = new Set(listPersonRows(world.ctx(1)).map(({ table }) => getTableName(table)))
  const tables = [world.ctx(1).company.sqlite, world.platform.catalog.sqlite].flatMap(listTables)
  const isExcluded = (name: string) => name in tablesWithoutPeople
  expect(tables.filter((name) => !declared.has(name) && !isExcluded(name))).toEqual([])
  expect(tables.filter((name) => declared.has(name) && isExcluded(name))).toEqual([])
  expect([...declared, ...Object.keys(tablesWithoutPeople)].filter((name) => !tables.includes(name))).toEqual([])
})

test('what stays of a row is named, column by column', () => {
  for (const { table, erase } of listPersonRows(world.ctx(1))) {
    if (typeof erase === 'string') continue
    const columns = Object.keys(getTableColumns(table))
    expect([...Object.keys(erase.set), ...erase.keeps].toSorted()).toEqual(columns.toSorted())
  }
})

test('what goes with a contact, a ticket or a message does so in the schema', () => {
  const { sqlite } = world.ctx(1).company
  for (const { table, erase } of listPersonRows(world.ctx(1))) {
    if (erase !== 'cascade') continue
    const name = getTableName(table)
    const references = sqlite
      .query<{ table: string; on_delete: string }, []>(`PRAGMA foreign_key_list("${name}")`)
      .all()
    const owners = references.filter(({ on_delete: action }) => action === 'CASCADE').map((one) => one.table)
    expect([name, owners.some((owner) => ['contact', 'ticket', 'message'].includes(owner))]).toEqual([name, true])
  }
})
