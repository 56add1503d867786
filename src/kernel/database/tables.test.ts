import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { join } from 'node:path'
import { createWorld, type World } from '../../testing/world/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const root = join(import.meta.dir, '../..')

test('every declared table exists in the migrated file with the same columns', async () => {
  const differences: string[] = []
  for (const file of new Bun.Glob('*/*.tables.ts').scanSync({ cwd: root })) {
    const { sqlite } = file.startsWith('platform/') ? world.platform.catalog : world.ctx(1).company
    for (const table of Object.values(await import(join(root, file))).filter((value) => is(value, Table))) {
      const name = getTableName(table as Table)
      const real = sqlite.query<{ name: string; notnull: number }, []>(`PRAGMA table_info("${name}")`).all()
      const named = Object.values(getTableColumns(table as Table)).map((column) => column.name)
      for (const column of named)
        if (!real.some((row) => row.name === column)) differences.push(`${name}.${column} is not in the file`)
      for (const row of real) if (!named.includes(row.name)) differences.push(`${name}.${row.name} is not in the code`)
    }
  }
  expect(differences).toEqual([])
})
