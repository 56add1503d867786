import { join } from 'node:path'
import { listMigratedTables } from './migrated-tables'

/** Returns an error per table that says neither what it holds about contacts (in a `*.person.ts`) nor why nothing. See the test, too. */
export async function checkPeople(root: string): Promise<string[]> {
  const excluded = await Bun.file(join(root, 'src/person/tables-without-people.ts')).text()
  const declared = await readDeclared(root)
  const tables = await listMigratedTables(root, '*')
  return tables
    .filter((table) => !declared.has(table) && !excluded.includes(`'${table}'`))
    .map(
      (table) =>
        `The table ${table} says neither in a *.person.ts what it holds about contacts nor in tables-without-people.ts why nothing`,
    )
}

async function readDeclared(root: string): Promise<Set<string>> {
  const names = new Map<string, string>()
  let declaring = ''
  for (const file of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    const text = await Bun.file(join(root, file)).text()
    for (const [, constant = '', name = ''] of text.matchAll(/const (\w+) = sqliteTable\(\s*'(\w+)'/g))
      names.set(constant, name)
    if (file.endsWith('.person.ts') || file === 'src/person/person-rows.ts') declaring += text
  }
  return new Set([...names].filter(([constant]) => declaring.includes(constant)).map(([, name]) => name))
}
