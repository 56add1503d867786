import { join } from 'node:path'
import { readDomainOrder } from './check-imports'

interface Table {
  name: string
  constant: string
  owner: string
}

interface Source {
  file: string
  folder: string
  /** Without comments and imports. */
  text: string
}

/** Only a table's folder writes it. Others may read the kernel's tables and, in `*.view.ts` files, those of earlier domains. */
export async function checkTables(root: string): Promise<string[]> {
  const sources: Source[] = []
  const tables: Table[] = []
  for (const file of new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })) {
    if (/\.test\.ts$|^src\/(demo|testing|scripts)\/|\/testing\//.test(file)) continue
    const text = await Bun.file(join(root, file)).text()
    const folder = file.split('/')[1] ?? ''
    tables.push(...tablesOf(folder, text))
    if (!file.endsWith('.tables.ts')) sources.push({ file, folder, text: withoutImports(text) })
  }
  const order = await readDomainOrder(root)
  return sources.flatMap((source) =>
    tables.flatMap((table) => (table.owner === source.folder ? [] : (judge(source, table, order) ?? []))),
  )
}

function judge({ file, folder, text }: Source, table: Table, order: readonly string[]) {
  const { name, owner } = table
  if (writes(text, table))
    return `${file} writes the table ${name}, which src/${owner} owns: call a function of that folder`
  if (owner === 'kernel' || !reads(text, table)) return undefined
  if (!file.endsWith('.view.ts')) {
    return `${file} reads the table ${name}, which src/${owner} owns: call a function of that folder, or join in a *.view.ts`
  }
  // Folders that are not listed are above all domains.
  const isLater = folder !== 'channel' && order.includes(folder) && order.indexOf(owner) > order.indexOf(folder)
  return isLater ? `${file} reads the table ${name} of src/${owner}, a later domain: let it supply a port` : undefined
}

function tablesOf(folder: string, text: string): Table[] {
  return [...text.matchAll(/const (\w+) = sqliteTable\(\s*'(\w+)'/g)].map(([, constant = '', name = '']) => ({
    constant,
    name,
    owner: folder,
  }))
}

function withoutImports(text: string) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/ .*$/gm, '$1')
    .replace(/^import [\s\S]*? from '.*'$/gm, '')
}

function writes(text: string, { name, constant }: Table) {
  const raw = new RegExp(
    `(?:INSERT (?:OR \\w+ )?INTO|UPDATE(?: OR \\w+)?|DELETE FROM|REPLACE INTO)\\s+(?:${name}\\b(?!\\s*=)|\\$\\{${constant}\\})`,
  )
  return raw.test(text) || new RegExp(`\\.(?:insert|update|delete)\\(${constant}\\)`).test(text)
}

/** Matches after FROM or JOIN, also in a comma-separated list. */
function reads(text: string, { name, constant }: Table) {
  const raw = new RegExp(`\\b(?:FROM|JOIN)\\s+(?:\\w+(?:\\s+(?:AS\\s+)?\\w+)?\\s*,\\s*)*\\(?${name}\\b`)
  return raw.test(text) || new RegExp(`\\b${constant}\\b`).test(text)
}
