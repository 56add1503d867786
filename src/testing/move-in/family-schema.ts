import { type FamilyColumn, familyColumns, familyKeys, familyTableNames } from '../../move-in/source/family-tables'
import type { Dialect } from '../../move-in/source/source'

/** The statements that create the tables of a dialect, as its own migrations leave them, without foreign keys. */
export function familySchema(dialect: Dialect): string {
  const tables = familyTableNames.flatMap((table) => {
    const columns = familyColumns(table, dialect)
    if (columns.size === 0) return []
    const keys = familyKeys(table, dialect)
    const lines = [...columns].map(([name, facts]) => `  "${name}" ${columnType(facts)}`)
    if (!keys.some((key) => key.startsWith('PRIMARY KEY')) && columns.has('id')) lines.push('  PRIMARY KEY ("id")')
    return [`CREATE TABLE "${table}" (\n${[...lines, ...keys.map((key) => `  ${key}`)].join(',\n')}\n);`]
  })
  const before = [
    'CREATE EXTENSION IF NOT EXISTS "uuid-ossp";',
    ...(dialect === 'G' ? [`CREATE TYPE "enum_Announcements_type" AS ENUM ('general', 'birthday');`] : []),
    'CREATE TABLE "SequelizeMeta" ("name" varchar(255) PRIMARY KEY);',
    `INSERT INTO "SequelizeMeta" VALUES ('20200717133438-create-users.js');`,
  ]
  return [...before, ...tables].join('\n')
}

function columnType({ type, nullable, default: value }: FamilyColumn) {
  if (value === 'seq') return 'serial'
  const name = type.startsWith('enum_') ? `"${type}"` : type
  return `${name}${nullable ? '' : ' NOT NULL'}${value === undefined ? '' : ` DEFAULT ${value === 'true' && type !== 'boolean' ? "'true'" : value}`}`
}
