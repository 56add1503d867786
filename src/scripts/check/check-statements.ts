import { join } from 'node:path'

/** Folders whose statements are still written as text. None is added. */
const unconverted = new Set(['src/contact-list'])

const asText = /\b(?:sqlite|catalog|db)\s*\.\s*(?:prepare|query|run)\b|\bpreparedStatement\b|\browReader\b/

/** Returns an error for each file that gives SQLite a text of its own, whose rows and columns the compiler cannot check. */
export async function checkStatements(root: string): Promise<string[]> {
  const found = new Set<string>()
  for (const file of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    if (/\.test\.ts$|^src\/(?:demo|testing|scripts|kernel\/database)\/|\/testing\/|\/folder-lock\.ts$/.test(file))
      continue
    if (asText.test(await Bun.file(join(root, file)).text())) found.add(file)
  }
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
  const files = [...found].filter((file) => !unconverted.has(folderOf(file)))
  const open = new Set([...found].map(folderOf))
  return [
    ...files.map((file) => `${file} gives SQLite a text: use statement() of src/kernel/database/statement.ts`),
    ...[...unconverted]
      .filter((folder) => !open.has(folder))
      .map((folder) => `${folder} is converted: strike it from check-statements.ts`),
  ]
}
