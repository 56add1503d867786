import { join } from 'node:path'

const asText = /\b(?:sqlite|catalog|db)\s*\.\s*(?:prepare|query|run)\b/

/** Returns an error for each file that gives SQLite a text of its own, whose rows and columns the compiler cannot check. */
export async function checkStatements(root: string): Promise<string[]> {
  const found: string[] = []
  for (const file of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    if (/\.test\.ts$|^src\/(?:demo|testing|scripts|kernel\/database)\/|\/testing\/|\/folder-lock\.ts$/.test(file))
      continue
    if (asText.test(await Bun.file(join(root, file)).text()))
      found.push(`${file} gives SQLite a text: use statement() of src/kernel/database/statement.ts`)
  }
  return found
}
