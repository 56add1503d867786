import { join } from 'node:path'

/**
 * Returns an error per table of the migrations that says neither what it holds about contacts (in a `*.person.ts`) nor why nothing. A
 * test compares the declarations with the schema itself.
 */
export async function checkPeople(root: string): Promise<string[]> {
  const excluded = await Bun.file(join(root, 'src/person/tables-without-people.ts')).text()
  const declared = await readDeclared(root)
  const tables = new Set<string>()
  for (const file of [...new Bun.Glob('migrations/*/*.sql').scanSync({ cwd: root })].toSorted()) {
    const text = (await Bun.file(join(root, file)).text()).replace(/--.*$/gm, '')
    for (const [, created, dropped] of text.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)|DROP TABLE (\w+)/g)) {
      if (created) tables.add(created)
      if (dropped) tables.delete(dropped)
    }
    for (const [, from = '', to = ''] of text.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/g)) {
      tables.delete(from)
      tables.add(to)
    }
  }
  return [...tables]
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
