import { createHash } from 'node:crypto'
import { familyColumns } from './family-tables'
import type { ScratchFile } from './scratch-file'
import type { Dialect, SourceKind, SourceSummary } from './source'

export function summarise(
  scratch: ScratchFile,
  kind: SourceKind,
  { counts, unknown }: { counts: Record<string, number>; unknown: Record<string, number> },
): SourceSummary {
  const tables = Object.keys(counts)
  const columns = new Map(tables.map((table) => [table, scratch.columnsOf(table)]))
  const dialect = tellDialect(columns)
  const unknownColumns: Record<string, string[]> = {}
  const missingColumns: Record<string, string[]> = {}
  for (const [table, present] of columns) {
    const family = familyColumns(table, dialect)
    const more = present.filter((column) => !family.has(column))
    const less = [...family.keys()].filter((column) => !present.includes(column))
    if (more.length > 0) unknownColumns[table] = more
    if (less.length > 0 && family.size > 0) missingColumns[table] = less
  }
  const fingerprint = fingerprintOf(scratch, dialect, columns)
  return { dialect, kind, fingerprint, unknownTables: unknown, unknownColumns, missingColumns, counts }
}

/** By whom the rows belong to, then how messages are identified, then which dialect has most of the columns. */
function tellDialect(columns: ReadonlyMap<string, readonly string[]>): Dialect {
  if (!columns.has('Companies')) return 'C'
  const messages = columns.get('Messages') ?? []
  if (messages.includes('wid')) return 'G'
  const differing = (dialect: Dialect) => {
    let count = 0
    for (const [table, present] of columns) {
      const family = familyColumns(table, dialect)
      count += present.filter((column) => !family.has(column)).length
    }
    return count
  }
  return differing('G') < differing('T') ? 'G' : 'T'
}

/** When the first company or user was created stays the same as long as an installation lives. */
function fingerprintOf(scratch: ScratchFile, dialect: Dialect, columns: ReadonlyMap<string, readonly string[]>) {
  const hash = createHash('sha256').update(dialect)
  for (const table of ['Companies', 'Settings', 'Users']) {
    if (!columns.get(table)?.includes('createdAt')) continue
    const first = scratch.file
      .query<{ at: string | null }, []>(`SELECT min("createdAt") AS at FROM "${table}"`)
      .get()?.at
    if (first) return hash.update(first).digest('hex').slice(0, 32)
  }
  return hash.digest('hex').slice(0, 32)
}
