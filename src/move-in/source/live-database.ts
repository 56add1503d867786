import { type ReservedSQL, SQL } from 'bun'
import { quoteName } from './scratch-file'
import { type ReadOptions, type SourceValue, UnreadableSource } from './source'
import { kindsWithData, type SourceColumn, type SourceTables } from './source-tables'

/** Of a page. Rows of these systems are between 100 bytes and some megabytes. */
const bytesOfPage = 2 * 1024 * 1024
const rowsMax = 5000

interface LiveTable {
  schema: string
  name: string
  columns: SourceColumn[]
}

export const isLive = (source: string) => /^postgres(?:ql)?:\/\//.test(source)

/** Reads a running database in one snapshot that blocks nobody, each table in pages by a cursor. @throws UnreadableSource */
export async function readLive(address: string, tables: SourceTables, { since, signal, progress }: ReadOptions) {
  const url = parseAddress(address)
  const sql = new SQL(address, { max: 1, connectionTimeout: 15, idleTimeout: 0, maxLifetime: 0 })
  try {
    const session = await sql.reserve()
    await session.unsafe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const setting of [
      "TimeZone = 'UTC'",
      "DateStyle = 'ISO'",
      'statement_timeout = 0',
      'idle_in_transaction_session_timeout = 0',
    ]) {
      await session.unsafe(`SET LOCAL ${setting}`)
    }
    const report = () => {
      signal?.throwIfAborted()
      if (tables.current) progress?.({ table: tables.current.table, rows: tables.current.rows })
    }
    for (const table of await listTables(session, tables.system.core))
      await readTable(session, table, tables, { since, report })
    await session.unsafe('ROLLBACK')
  } catch (error) {
    throw explain(error, url)
  } finally {
    await sql.close({ timeout: 0 })
  }
}

function parseAddress(address: string) {
  try {
    return new URL(address)
  } catch {
    throw new UnreadableSource('addressInvalid')
  }
}

/** Of the schemas that hold such a system; of all, if none does. */
async function listTables(session: ReservedSQL, core: readonly string[]): Promise<LiveTable[]> {
  const rows = (await session
    .unsafe(
      `
    SELECT n.nspname::text, c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod)::text
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
      AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
    ORDER BY 1, 2, a.attnum`,
    )
    .values()) as [string, string, string, string][]
  const found = new Map<string, LiveTable>()
  for (const [schema, name, column, type] of rows) {
    const table = found.get(`${schema}\0${name}`) ?? { schema, name, columns: [] }
    found.set(`${schema}\0${name}`, table)
    table.columns.push({ name: column, type })
  }
  const all = [...found.values()]
  const schemas = [...new Set(all.map(({ schema }) => schema))].filter((schema) =>
    core.every((name) => found.has(`${schema}\0${name}`)),
  )
  const chosen = schemas.includes('public') ? ['public'] : schemas
  return chosen.length === 0 ? all : all.filter(({ schema }) => chosen.includes(schema))
}

interface TableOrder {
  since: Date | undefined
  report(): void
}

async function readTable(session: ReservedSQL, table: LiveTable, tables: SourceTables, { since, report }: TableOrder) {
  const { schema, name, columns } = table
  const place = { space: schema, table: name }
  const from = `${quoteName(schema)}.${quoteName(name)}`
  tables.declare(place, columns)
  const sink = tables.rowsOf(place)
  if (!tables.system.isKept(name)) {
    const [[count] = []] = (await session.unsafe(`SELECT count(*)::text FROM ${from}`).values()) as string[][]
    tables.countUnknown(place, Number(count))
    return
  }
  const values = columns.map((column) => asCopied(table, column)).join(', ')
  const where = name === 'Messages' && since ? newerOnly(from, columns, since) : ''
  await session.unsafe(`DECLARE source_rows NO SCROLL CURSOR FOR SELECT ${values} FROM ${from}${where}`)
  for (let size = 100; ;) {
    const rows = (await session.unsafe(`FETCH FORWARD ${size} FROM source_rows`).values()) as SourceValue[][]
    let bytes = 1
    for (const row of rows) {
      for (const value of row) bytes += (value?.length ?? 0) + 16
      sink.add(row)
    }
    report()
    if (rows.length < size) break
    size = Math.max(1, Math.min(rowsMax, size * 4, Math.round((size * bytesOfPage) / bytes)))
  }
  await session.unsafe('CLOSE source_rows')
}

const isOfMessages = ({ name, columns }: LiveTable) =>
  name === 'Messages' && columns.some((column) => column.name === 'mediaType')

/** Only booleans are cast to another text than COPY prints. */
function asCopied(table: LiveTable, { name, type }: SourceColumn) {
  const column = quoteName(name)
  if (name === 'dataJson' && isOfMessages(table))
    return `CASE WHEN "mediaType" ~* '${kindsWithData.source}' THEN ${column}::text END`
  return type === 'boolean' ? `CASE WHEN ${column} THEN 't' WHEN NOT ${column} THEN 'f' END` : `${column}::text`
}

function newerOnly(from: string, columns: readonly SourceColumn[], since: Date) {
  const newer = `"createdAt" >= '${since.toISOString()}'`
  const quotes = columns.some(({ name }) => name === 'quotedMsgId')
  return ` WHERE ${newer}${quotes ? ` OR id IN (SELECT "quotedMsgId" FROM ${from} WHERE ${newer})` : ''}`
}

function explain(error: unknown, { hostname, port }: URL): unknown {
  if (!(error instanceof SQL.PostgresError)) return error
  const place = `${hostname}:${port || 5432}`
  // A refusal of the server has an SQLSTATE.
  if (error.errno === undefined) {
    const isLost = /CLOSED|TIMEOUT/.test(error.code) && !/CONNECTION_TIMEOUT/.test(error.code)
    return isLost
      ? new UnreadableSource('databaseLost', { place })
      : new UnreadableSource('databaseSilent', { place, why: error.message })
  }
  return new UnreadableSource('databaseRefuses', { place, why: error.message })
}
