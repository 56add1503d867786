import tables from './family-tables.json'
import type { Dialect, SourceValue } from './source'

export interface FamilyColumn {
  /** PostgreSQL's name of the type. */
  type: string
  nullable: boolean
  /** PostgreSQL's expression. */
  default?: string
}

interface FamilyTable {
  columns: Record<string, string>
  keys?: readonly string[]
}

const family: Record<string, FamilyTable> = tables

export const familyTableNames = Object.keys(family)

export const isFamilyTable = (table: string) => Object.hasOwn(family, table)

/** Constraints of a table in a dialect, as PostgreSQL writes them. */
export const familyKeys = (table: string, dialect: Dialect) =>
  (family[table]?.keys ?? []).flatMap((key) => (key.startsWith(`${dialect}: `) ? [key.slice(3)] : []))

/** Columns of a table in a dialect, in their order; empty if the dialect lacks the table. */
export function familyColumns(table: string, dialect: Dialect): ReadonlyMap<string, FamilyColumn> {
  const columns = new Map<string, FamilyColumn>()
  for (const [name, text] of Object.entries(family[table]?.columns ?? {})) {
    const column = readColumn(text, dialect)
    if (column) columns.set(name, column)
  }
  return columns
}

/** Reads `TG text?; C varchar(255) =''::text`. */
function readColumn(text: string, dialect: Dialect): FamilyColumn | undefined {
  for (const part of text.split('; ')) {
    const [, dialects = '', type = '', nullable, value] = /^([CTG]+) (.+?)(\?)?(?: =(.*))?$/.exec(part) ?? []
    if (dialects.includes(dialect)) return { type, nullable: nullable !== undefined, default: value }
  }
  return undefined
}

/** The value that a row gets which was written before the column was there; null where it differs by row. */
export function defaultValue(column: FamilyColumn): SourceValue {
  const text = column.default
  if (text === undefined) return null
  if (text === 'true' || text === 'false') return column.type === 'boolean' ? text.slice(0, 1) : text
  if (/^-?\d+$/.test(text)) return text
  return /^'(.*)'(?:::.*)?$/s.exec(text)?.[1]?.replaceAll("''", "'") ?? null
}

/** The facts of a column in all dialects, `T date?; G timestamptz?`; empty if none has it. */
export const familyFacts = (table: string, column: string) => family[table]?.columns[column] ?? ''
