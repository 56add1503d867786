import { join } from 'node:path'

/** Folders that own tables which another folder's `*.tables.ts` declares. */
const owners: Record<string, string> = { whatsapp_key: 'channel', missing_message: 'channel' }

/** Every place where a folder writes a table of another one, as a sentence each: only its owner writes a table. */
export async function checkTables(root: string): Promise<string[]> {
  const sources = new Map<string, string>()
  for (const file of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    if (/\.test\.ts$|^src\/(demo|testing|scripts)\/|\/testing\//.test(file)) continue
    sources.set(file, await Bun.file(join(root, file)).text())
  }
  const tables = [...sources].flatMap(([file, text]) => (file.endsWith('.tables.ts') ? tablesOf(file, text) : []))
  return [...sources].flatMap(([file, text]) =>
    tables
      .filter(({ owner, name, constant }) => owner !== folderOf(file) && writes(text, name, constant))
      .map(
        ({ owner, name }) =>
          `${file} writes the table ${name}, which src/${owner} owns: call a function of that folder`,
      ),
  )
}

const folderOf = (file: string) => file.split('/')[1] ?? ''

function tablesOf(file: string, text: string) {
  return [...text.matchAll(/export const (\w+) = sqliteTable\(\s*'(\w+)'/g)].map(([, constant = '', name = '']) => ({
    constant,
    name,
    owner: owners[name] ?? folderOf(file),
  }))
}

function writes(text: string, name: string, constant: string) {
  const raw = new RegExp(`(?:INSERT (?:OR \\w+ )?INTO|UPDATE|DELETE FROM|REPLACE INTO)\\s+${name}\\b(?!\\s*=)`)
  return raw.test(text) || new RegExp(`\\.(?:insert|update|delete)\\(${constant}\\)`).test(text)
}
