import type { Database } from 'bun:sqlite'
import type { KV } from '@nats-io/kv'
import { openDatabase } from '../../kernel/database/database'
import type { Log } from '../../kernel/log'
import { retried } from '../nats/retried'

/** The catalog's business tables, which one node writes, and columns that each node fills for itself. */
const tables: Record<string, readonly string[]> = {
  announcement: [],
  announcement_seen: [],
  audit: [],
  charge: [],
  company: ['next_job_at', 'may_connect'],
  company_own_parts: [],
  help: [],
  invoice: [],
  moved_in: [],
  plan: [],
  platform_setting: [],
  webhook_log: [],
}

type Row = Record<string, string | number | null>

interface RowsOptions {
  rows: KV
  /** The catalog's own connection, whose writes are followed. */
  sqlite: Database
  log: Log
}

export type CatalogRows = ReturnType<typeof createCatalogRows>

/**
 * Copies the catalog's business rows, one key each, to a bucket from which every node fills its own catalog. Only the node that owns
 * the business puts them there.
 */
export function createCatalogRows({ rows, sqlite, log }: RowsOptions) {
  const shapes = Object.entries(tables).map(([name, local]) => shapeOf(sqlite, name, local))
  const shapeNamed = new Map(shapes.map((shape) => [shape.name, shape]))
  // Another connection: its writes are not followed, and the catalog's caches notice them.
  const copy = openDatabase(sqlite.filename)
  copy.run('PRAGMA foreign_keys = OFF')
  let putting: Promise<void> | undefined
  let isOwner = false
  let isStopped = false
  follow(sqlite, shapes)
  const changed = sqlite.query<{ name: string; key: string }, []>('SELECT DISTINCT name, key FROM temp.changed_row')
  const forget = sqlite.query('DELETE FROM temp.changed_row')
  const note = sqlite.query('INSERT INTO temp.changed_row VALUES (?, ?)')

  /** What was written so far. Read at once, put later: a newer version may be put, never an older one. */
  function takeChanges() {
    const found = changed.all()
    if (found.length > 0) forget.run()
    return found.map(({ name, key }) => ({ key: keyOf(name, key), row: readRow(sqlite, shapeNamed.get(name), key) }))
  }

  /** Resolves when all that was written so far is on the servers; undefined if it already is. */
  function settled(): Promise<void> | undefined {
    if (!isOwner) return undefined
    const changes = takeChanges()
    if (changes.length === 0) return putting
    const before = putting
    const next = (async () => {
      await before
      await Promise.all(changes.map(put))
      if (putting === next) putting = undefined
    })()
    return (putting = next)
  }

  async function put({ key, row }: { key: string; row: Row | undefined }) {
    if (row) await retried(() => rows.put(key, JSON.stringify(row)))
    else await retried(() => rows.purge(key))
  }

  function apply(key: string, row: Row | undefined) {
    const [name, primary] = namesOf(key)
    const shape = shapeNamed.get(name)
    if (shape) writeRow(copy, shape, JSON.parse(primary) as (string | number)[], row)
  }

  /** The servers' rows by key. */
  async function read() {
    const found = new Map<string, Row>()
    for await (const { key, operation, value } of await rows.history()) {
      if (operation === 'PUT') found.set(key, parse(value))
    }
    return found
  }

  const local = () =>
    new Map(
      shapes.flatMap((shape) =>
        copy
          .query<{ key: string }, []>(`SELECT ${shape.key} AS key FROM ${shape.name}`)
          .all()
          .map(({ key }) => [keyOf(shape.name, key), readRow(copy, shape, key)] as const),
      ),
    )

  async function followOthers() {
    for await (const { key, operation, value } of await rows.watch()) {
      if (isStopped) return
      if (!isOwner) apply(key, operation === 'PUT' ? parse(value) : undefined)
    }
  }

  return {
    isOwner: () => isOwner,
    /** Makes this catalog that of the servers, if they have one, and follows what its owner changes. */
    async join() {
      const theirs = await retried(read)
      if (theirs.size > 0) {
        copy.transaction(() => {
          for (const key of local().keys()) if (!theirs.has(key)) apply(key, undefined)
          for (const [key, row] of theirs) apply(key, row)
        })()
      }
      forget.run()
      void followOthers().catch(
        (error: unknown) => isStopped || log.error('The catalog is no longer followed', { error }),
      )
    },
    /** This node writes the business from now on. Resolves when the servers have all of it. */
    async own() {
      if (isOwner) return
      const theirs = await retried(read)
      for (const [key, row] of theirs) apply(key, row)
      isOwner = true
      forget.run()
      for (const [key, row] of local()) {
        if (JSON.stringify(theirs.get(key)) !== JSON.stringify(row)) note.run(...namesOf(key))
      }
      await settled()
    },
    disown() {
      isOwner = false
    },
    settled,
    stop() {
      isStopped = true
      copy.close()
    },
  }
}

interface Shape {
  name: string
  /** An SQL expression: the primary key as a JSON list. */
  key: string
  columns: readonly string[]
  primary: readonly string[]
  local: readonly string[]
}

function shapeOf(sqlite: Database, name: string, local: readonly string[]): Shape {
  const all = sqlite.query<{ name: string; pk: number }, []>(`SELECT name, pk FROM pragma_table_info('${name}')`).all()
  const primary = all
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => column.name)
  const columns = all.map((column) => column.name).filter((column) => !local.includes(column))
  return { name, key: `json_array(${primary.join(', ')})`, columns, primary, local }
}

/** Notes in a temporary table which rows the connection changes. */
function follow(sqlite: Database, shapes: readonly Shape[]) {
  // Without a unique key: an upsert's conflict clause would count for the trigger, too.
  sqlite.run('CREATE TEMP TABLE changed_row (name TEXT, key TEXT)')
  for (const { name, primary, columns } of shapes) {
    const note = (row: 'OLD' | 'NEW') =>
      `INSERT INTO changed_row VALUES ('${name}', json_array(${primary.map((column) => `${row}.${column}`).join(', ')}));`
    const trigger = (event: string, notes: string) =>
      sqlite.run(
        `CREATE TEMP TRIGGER changed_${name}_${event.split(' ')[0]} AFTER ${event} ON main.${name} BEGIN ${notes} END`,
      )
    trigger('INSERT', note('NEW'))
    trigger('DELETE', note('OLD'))
    trigger(`UPDATE OF ${columns.join(', ')}`, note('OLD') + note('NEW'))
  }
}

const keyOf = (name: string, key: string) => `${name}.${Buffer.from(key).toString('base64url')}`

function namesOf(key: string): [name: string, primary: string] {
  const [name = '', encoded = ''] = key.split('.')
  return [name, Buffer.from(encoded, 'base64url').toString('utf8')]
}

const parse = (value: Uint8Array) => JSON.parse(Buffer.from(value).toString('utf8')) as Row

function readRow(sqlite: Database, shape: Shape | undefined, key: string): Row | undefined {
  if (!shape) return undefined
  const { name, columns, primary } = shape
  const query = sqlite.query<Row, (string | number)[]>(
    `SELECT ${columns.join(', ')} FROM ${name} WHERE ${whereOf(primary)}`,
  )
  return query.get(...(JSON.parse(key) as (string | number)[])) ?? undefined
}

const whereOf = (primary: readonly string[]) => primary.map((column) => `${column} = ?`).join(' AND ')

/** A node of another version may know other columns. */
function writeRow(copy: Database, shape: Shape, key: readonly (string | number)[], row: Row | undefined) {
  const { name, columns, primary } = shape
  if (!row) {
    copy.query(`DELETE FROM ${name} WHERE ${whereOf(primary)}`).run(...key)
    return
  }
  const given = columns.filter((column) => column in row)
  const values = given.map((column) => row[column] ?? null)
  const changes = given.filter((column) => !primary.includes(column)).map((column) => `${column} = excluded.${column}`)
  const marks = given.map(() => '?').join(', ')
  const conflict = changes.length > 0 ? `DO UPDATE SET ${changes.join(', ')}` : 'DO NOTHING'
  copy
    .query(
      `INSERT INTO ${name} (${given.join(', ')}) VALUES (${marks}) ON CONFLICT (${primary.join(', ')}) ${conflict}`,
    )
    .run(...values)
}
