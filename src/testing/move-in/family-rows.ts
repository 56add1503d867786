import { familyColumns, familyTableNames } from '../../move-in/source/family-tables'
import type { Dialect } from '../../move-in/source/source'
import { conversationRows } from './family-conversations'
import { hardTexts } from './hard-texts'
import { organisationRows } from './family-organisation'
import { createRandom, type FamilyRow, type FamilyRows, type FamilySize } from './family-values'

const small: FamilySize = { companies: 2, contacts: 12, tickets: 16, messages: 120 }

/** Rows of an installation with years of work in it, always the same for a seed. Columns that a row lacks get the server's default. */
export function familyRows(dialect: Dialect, seed = 1, size: Partial<FamilySize> = {}): FamilyRows {
  const random = createRandom(seed)
  const whole = { ...small, ...size, ...(dialect === 'C' ? { companies: 1 } : {}) }
  const rows: FamilyRows = { ...organisationRows(dialect, random, whole), ...conversationRows(dialect, random, whole) }
  const complete: FamilyRows = {}
  for (const table of familyTableNames) {
    const columns = familyColumns(table, dialect)
    if (columns.size === 0) continue
    const given = rows[table] ?? [{}, {}]
    complete[table] = given.map((row, index) => {
      const result: FamilyRow = {}
      for (const [name, { type, nullable, default: value }] of columns) {
        if (name in row) result[name] = row[name]
        else if (value === 'seq') result[name] = index + 1
        else if (rows[table] === undefined) result[name] = fillerOf(type, name, index)
        else if (!nullable && value === undefined) result[name] = fillerOf(type, name, index)
      }
      return result
    })
  }
  return complete
}

/** A value of the type that differs by row, because names and keys are unique. */
function fillerOf(type: string, name: string, index: number): FamilyRow[string] {
  if (type === 'boolean') return index % 2 === 0
  if (type === 'integer' || type === 'numeric') return index + 1
  if (type === 'double precision') return index + 0.1
  if (type === 'timestamptz') return new Date(Date.UTC(2024, 4, 1 + index, 12, 30, 15, index * 7))
  if (type === 'date') return `1990-02-0${index + 1}`
  if (type === 'time') return '09:30:00'
  if (type === 'uuid') return `0b2c1f0e-0000-4000-8000-00000000000${index}`
  if (type.startsWith('json')) return { key: name, 'with "quotes"': [1, null, 'a\\b'] }
  if (type.startsWith('enum_')) return 'birthday'
  return `${name} ${index + 1} ${hardTexts[index % hardTexts.length]}`.slice(0, 200)
}
