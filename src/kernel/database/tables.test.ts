import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import { join } from 'node:path'
import { createWorld, type World } from '../../testing/world/world'
import { listColumnsLike } from './listed-columns'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const root = join(import.meta.dir, '../..')
/** Mails are sent by companies, whose files note them. */
const isOfCatalog = (file: string) => file.startsWith('platform/') && !file.startsWith('platform/mail/')

test('every declared table exists in the migrated file with the same columns', async () => {
  const differences: string[] = []
  for (const file of new Bun.Glob('**/*.{tables,record}.ts').scanSync({ cwd: root })) {
    const { sqlite } = isOfCatalog(file) ? world.platform.catalog : world.ctx(1).company
    for (const table of Object.values(await import(join(root, file))).filter((value) => is(value, Table))) {
      const name = getTableName(table as Table)
      const real = sqlite.query<{ name: string; notnull: number }, []>(`PRAGMA table_info("${name}")`).all()
      const named = Object.values(getTableColumns(table as Table)).flatMap(({ name }) => (name === 'rowid' ? [] : name))
      for (const column of named)
        if (!real.some((row) => row.name === column)) differences.push(`${name}.${column} is not in the file`)
      for (const row of real) if (!named.includes(row.name)) differences.push(`${name}.${row.name} is not in the code`)
    }
  }
  expect(differences).toEqual([])
})

interface Named {
  name: string
}

/** Deleting a record would read the whole table of each reference without one. */
test('every reference has an index that begins with its columns', () => {
  const missing = [world.ctx(1).company.sqlite, world.platform.catalog.sqlite].flatMap(listReferencesWithoutIndex)
  expect(missing).toEqual([])
})

test('a reference counts as indexed only by an index that holds all its values', () => {
  const sqlite = new Database(':memory:')
  sqlite.run(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (
      id INTEGER PRIMARY KEY,
      first INTEGER REFERENCES parent (id),
      second INTEGER REFERENCES parent (id),
      third INTEGER REFERENCES parent (id),
      fourth INTEGER REFERENCES parent (id)
    );
    CREATE INDEX behind ON child (id, first);
    CREATE INDEX partial ON child (second) WHERE id > 5;
    CREATE INDEX whole ON child (third, id);
    CREATE INDEX known ON child (fourth) WHERE fourth IS NOT NULL;
    CREATE TABLE link (one INTEGER REFERENCES parent (id), other INTEGER REFERENCES parent (id), PRIMARY KEY (one, other))
      WITHOUT ROWID;`)
  expect(listReferencesWithoutIndex(sqlite).toSorted()).toEqual(['child.first', 'child.second', 'link.other'])
})

function listReferencesWithoutIndex(sqlite: Database): string[] {
  const tables = sqlite.query<Named, []>("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  return tables.flatMap(({ name: table }) => {
    const parts = sqlite.query<{ id: number; from: string }, []>(`PRAGMA foreign_key_list("${table}")`).all()
    const references = [...Map.groupBy(parts, ({ id }) => id).values()].map((some) => some.map(({ from }) => from))
    const keys = listKeys(sqlite, table)
    const isCovered = (reference: string[]) =>
      keys.some(({ columns, where }) => {
        const isWhole = where === undefined || (reference.length === 1 && where === `${reference[0]} IS NOT NULL`)
        return isWhole && reference.every((column) => columns.slice(0, reference.length).includes(column))
      })
    return references.filter((reference) => !isCovered(reference)).map((reference) => `${table}.${reference.join('+')}`)
  })
}

/** The primary key and all indexes of a table, partial ones with their condition. */
function listKeys(sqlite: Database, table: string): { columns: string[]; where?: string }[] {
  const columns = sqlite.query<Named & { pk: number }, []>(`PRAGMA table_info("${table}")`).all()
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk)
  const indexes = sqlite.query<Named, []>(`PRAGMA index_list("${table}")`).all()
  const definition = sqlite.query<{ sql: string | null }, [string]>('SELECT sql FROM sqlite_master WHERE name = ?')
  return [
    { columns: primary.map(({ name }) => name) },
    ...indexes.map(({ name: index }) => ({
      columns: sqlite
        .query<Named, []>(`PRAGMA index_info("${index}")`)
        .all()
        .map(({ name }) => name),
      where: / WHERE (.*)$/s.exec(definition.get(index)?.sql ?? '')?.[1],
    })),
  ]
}

test('a column is indexed if a whole index begins with it', () => {
  const sqlite = new Database(':memory:')
  sqlite.run('CREATE TABLE row (id INT, one_media_id INT, second_media_id INT, partly_media_id INT, no_media_id INT)')
  sqlite.run('CREATE INDEX one ON row (one_media_id)')
  sqlite.run('CREATE INDEX second ON row (id, second_media_id)')
  sqlite.run('CREATE INDEX partly ON row (partly_media_id) WHERE id = 1')
  const columns = listColumnsLike(sqlite, '%media\\_id').map(({ column, isIndexed }) => [column, isIndexed])
  expect(columns).toEqual([
    ['one_media_id', 1],
    ['second_media_id', 0],
    ['partly_media_id', 0],
    ['no_media_id', 0],
  ])
  sqlite.close()
})
