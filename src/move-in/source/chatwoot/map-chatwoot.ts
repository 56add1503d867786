import { quoteName, type ScratchFile } from '../scratch-file'
import { chatwootIndexes, chatwootPrefix, chatwootTables } from './chatwoot-tables'
import { chatwootLeftOut, chatwootMapping } from './chatwoot-mapping'

export interface MappedRows {
  counts: Record<string, number>
  leftOut: Record<string, number>
}

/** Turns Chatwoot's tables into those of the family's forks for many companies, and drops them. Texts of any size stay in the file. */
export function mapChatwoot(scratch: ScratchFile): MappedRows {
  const { file } = scratch
  addMissing(scratch)
  for (const [table, column] of chatwootIndexes)
    file.run(`CREATE INDEX ${quoteName(`${table}.${column}`)} ON ${chatwootPrefix}${table} (${column})`)
  for (const { table, columns, from } of chatwootMapping) {
    const names = Object.keys(columns)
    if (scratch.columnsOf(table).length === 0) scratch.createTable(table, names)
    const list = names.map(quoteName).join(', ')
    file.run(`INSERT INTO ${quoteName(table)} (${list}) SELECT ${Object.values(columns).join(', ')} ${from}`)
    if (table === '_people') file.run('CREATE INDEX "by _people" ON "_people" (user_id, account_id)')
    if (indexed.has(table))
      file.run(`CREATE INDEX IF NOT EXISTS ${quoteName(`by ${table}`)} ON ${quoteName(table)} (id)`)
  }
  const leftOut = Object.entries(chatwootLeftOut).map(([name, text]) => [name, countOf(scratch, text)] as const)
  const tables = [...new Set(chatwootMapping.map(({ table }) => table))].filter((table) => table !== '_people')
  const counts = tables.map(
    (table) => [table, countOf(scratch, `SELECT count(*) AS n FROM ${quoteName(table)}`)] as const,
  )
  for (const table of Object.keys(chatwootTables)) scratch.drop(chatwootPrefix + table)
  scratch.drop('_people')
  for (const table of indexed) file.run(`DROP INDEX IF EXISTS ${quoteName(`by ${table}`)}`)
  return { counts: Object.fromEntries(counts), leftOut: Object.fromEntries(leftOut.filter(([, rows]) => rows > 0)) }
}

/** By their ids, while others are made of them. */
const indexed = new Set(['Whatsapps', 'Contacts', 'Tickets'])

function addMissing({ columnsOf, createTable, addColumn }: ScratchFile) {
  for (const [name, columns] of Object.entries(chatwootTables)) {
    const table = chatwootPrefix + name
    const present = columnsOf(table)
    if (present.length === 0) createTable(table, columns)
    else for (const column of columns) if (!present.includes(column)) addColumn(table, column)
  }
}

const countOf = ({ file }: ScratchFile, text: string) => file.query<{ n: number }, []>(text).get()?.n ?? 0
