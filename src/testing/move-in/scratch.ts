import { createScratchFile } from '../../move-in/source/scratch-file'
import type { Dialect, SourceSummary, SourceValue } from '../../move-in/source/source'

type PlainValue = string | number | boolean | Date | object | null | undefined

/** Writes a scratch file of plain rows, as if a source with these tables had been read. Columns that a table's rows lack get the dialect's default. */
export function writeScratch(
  path: string,
  dialect: Dialect,
  tables: Record<string, readonly Record<string, PlainValue>[]>,
  summary: Partial<SourceSummary> = {},
): SourceSummary {
  const scratch = createScratchFile(path)
  const counts: Record<string, number> = {}
  for (const [table, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    if (columns.length === 0) continue
    scratch.createTable(table, columns)
    const insert = scratch.inserter(table, columns)
    for (const row of rows) insert(columns.map((column) => asCopied(row[column])))
    counts[table] = rows.length
  }
  const whole: SourceSummary = {
    dialect,
    kind: 'plain',
    fingerprint: 'fixture',
    unknownTables: {},
    unknownColumns: {},
    missingColumns: {},
    counts,
    ...summary,
  }
  scratch.finish(whole)
  return whole
}

function asCopied(value: PlainValue): SourceValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.?0*Z$/, '+00')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
