import type { Database, SQLQueryBindings, Statement as CompiledStatement } from 'bun:sqlite'
import { Column, is, noopDecoder, Param, Placeholder, type QueryWithTypings, SQL, sql } from 'drizzle-orm'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { keepNewest } from '../keep-newest.contract'
import { dialect, textLengthMax } from './kept-texts'

/** Whatever has an open database: a context, a company, the catalog. */
export interface Opened {
  readonly db: { readonly $client: Database }
}

export interface Query {
  getSQL(): SQL
}

export type RowOf<Of extends Query> = Of extends { _: { readonly result: (infer Row)[] } }
  ? Row
  : Of extends { _: { readonly returning: infer Row } }
    ? Row
    : never

type Given<Values> = unknown extends Values ? [opened: Opened] : [opened: Opened, values: Values]

interface Statement<Values, Row> {
  get(...given: Given<Values>): Row | undefined
  all(...given: Given<Values>): Row[]
  iterate(...given: Given<Values>): IterableIterator<Row>
  run(...given: Given<Values>): { changes: number; lastInsertRowid: number | bigint }
}

/**
 * A query that is built once, and compiled once per file. `values` are bound; all others are written into the text, so that SQLite can use
 * partial indexes. Where a value is a condition, each of its forms is compiled; those that a file used last are kept.
 */
export function statement<Values, Of extends Query>(
  build: (db: BunSQLiteDatabase, values: Values) => Of,
): Statement<Values, RowOf<Of>> {
  let text: StatementText | undefined
  let hasConditions: boolean | undefined
  const compiled = new WeakMap<Database, Compiled>()

  function prepare({ db: { $client } }: Opened, values: Row = {}) {
    text ??= textOf(build(builder, placeholders as Values))
    hasConditions ??= text.names.some((name) => values[name] instanceof SQL)
    if (hasConditions) return prepareComposed($client, text, values)
    let of = compiled.get($client)
    if (!of) compiled.set($client, (of = $client.prepare(text.pieces.join(mark))))
    return { of, decoders: text.decoders, bound: text.names.map((name) => bindable(values[name])) }
  }

  const runs = {
    get(opened: Opened, values?: Row) {
      const { of, decoders, bound } = prepare(opened, values)
      const row = of.get(...bound)
      return row ? decode(row, decoders) : undefined
    },
    all(opened: Opened, values?: Row) {
      const { of, decoders, bound } = prepare(opened, values)
      const rows = of.all(...bound)
      if (decoders.length > 0) for (const row of rows) decode(row, decoders)
      return rows
    },
    *iterate(opened: Opened, values?: Row) {
      const { of, decoders, bound } = prepare(opened, values)
      for (const row of of.iterate(...bound)) yield decode(row, decoders)
    },
    run(opened: Opened, values?: Row) {
      const { of, bound } = prepare(opened, values)
      return of.run(...bound)
    },
  }
  // The query's own type says what its rows are.
  return runs as unknown as Statement<Values, RowOf<Of>>
}

const formsMax = 200

/** A statement for each form of a query. The last used ones are kept, in all files. */
export function statementOfForm<Form, Values, Of extends Query>(
  nameOf: (form: Form) => string,
  build: (db: BunSQLiteDatabase, values: Values, form: Form) => Of,
) {
  const kept = new Map<string, Statement<Values, RowOf<Of>>>()
  return (form: Form) => {
    const name = nameOf(form)
    const found = kept.get(name) ?? statement((db, values: Values) => build(db, values, form))
    kept.delete(name)
    kept.set(name, found)
    keepNewest(kept, formsMax)
    return found
  }
}

function prepareComposed(file: Database, { pieces, names, decoders }: StatementText, values: Row) {
  const written = new Map<SQL, QueryWithTypings>()
  const bound: SQLQueryBindings[] = []
  let text = pieces[0] ?? ''
  for (const [index, name] of names.entries()) {
    const value = values[name]
    if (value instanceof SQL) {
      const condition = written.get(value) ?? dialect.sqlToQuery(value)
      written.set(value, condition)
      text += condition.sql
      for (const param of condition.params) bound.push(bindable(param))
    } else {
      text += mark
      bound.push(bindable(value))
    }
    text += pieces[index + 1]
  }
  return { of: compileRecent(file, text), decoders, bound }
}

/** For queries of too many forms: built each time, the last compiled ones kept. Values are bound. */
export function queryRows<Of extends Query>({ db: { $client } }: Opened, query: Of): RowOf<Of>[] {
  const decoders = nameFields(query as Internals)
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL())
  const rows = compileRecent($client, text).all(...params.map(bindable))
  if (decoders.length > 0) for (const row of rows) decode(row, decoders)
  return rows as RowOf<Of>[]
}

/** Statements take some KB of memory each. */
const recentMax = 100
const recent = new WeakMap<Database, Map<string, Compiled>>()

function compileRecent(file: Database, text: string) {
  let kept = recent.get(file)
  if (!kept) recent.set(file, (kept = new Map()))
  const compiled: Compiled = kept.get(text) ?? file.prepare(text)
  kept.delete(text)
  if (text.length <= textLengthMax) kept.set(text, compiled)
  for (const [oldest, statement] of kept) {
    if (kept.size <= recentMax) break
    statement.finalize()
    kept.delete(oldest)
  }
  return compiled
}

type Compiled = CompiledStatement<Row, SQLQueryBindings[]>
type Row = Record<string, unknown>
type Decoder = [name: string, decode: (value: unknown) => unknown]

interface StatementText {
  pieces: string[]
  names: string[]
  decoders: Decoder[]
}

const builder = drizzle.mock()
const writer = new SQLiteSyncDialect()
const placeholders: object = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/** SQLite recompiles a statement with a join, order or limit whenever a value is bound, unless the value is part of an expression. */
const mark = '+?'

const quotedOrMark = /'(?:[^']|'')*'|"[^"]*"|\?/g

function textOf(query: Query): StatementText {
  const decoders = nameFields(query as Internals)
  const { sql: text, params } = writer.sqlToQuery(query.getSQL())
  const names: string[] = []
  let index = 0
  const inlined = text.replace(quotedOrMark, (part) => {
    if (part !== '?') return part
    const param: unknown = params[index++]
    const value = is(param, Param) ? param.value : param
    if (!is(value, Placeholder)) return literal(value)
    names.push(value.name)
    return '\0'
  })
  return { pieces: inlined.replace(/ limit \0/g, '$& + 0').split('\0'), names, decoders }
}

interface SelectedField {
  path: string[]
  field: unknown
}

interface Internals extends Query {
  config?: { fields?: object; fieldsFlat?: SelectedField[]; returning?: SelectedField[] }
}

/** Names the query's columns as its fields. Returns how to decode those stored otherwise. */
function nameFields({ config }: Internals): Decoder[] {
  const fields =
    config?.returning ?? Object.entries(config?.fields ?? {}).map(([name, field]) => ({ path: [name], field }))
  const named = fields.map(({ path, field }) => ({ path, field: namedField(path.join('.'), field) }))
  if (config?.returning) config.returning = named
  else if (config) config.fieldsFlat = named
  return fields.flatMap(({ path, field }): Decoder[] => {
    const decoder = decoderOf(field)
    return decoder ? [[path.join('.'), (value) => decoder.mapFromDriverValue(value)]] : []
  })
}

function namedField(name: string, field: unknown): SQL.Aliased {
  if (is(field, Column)) return sql`${field}`.as(name)
  if (is(field, SQL)) return field.as(name)
  if (is(field, SQL.Aliased)) return field.fieldAlias === name ? field : sql`${field}`.as(name)
  throw new Error(`The field ${name} is neither a column nor an expression: name each field of a join`)
}

interface Decoding {
  mapFromDriverValue(value: unknown): unknown
}

function decoderOf(field: unknown): Decoding | undefined {
  const expression = is(field, SQL.Aliased) ? field.sql : field
  const decoder = is(expression, Column) ? expression : (expression as { decoder: Decoding }).decoder
  return plainDecodings.has(decoder.mapFromDriverValue) ? undefined : decoder
}

const plainDecodings = new Set<unknown>([noopDecoder.mapFromDriverValue, Column.prototype.mapFromDriverValue])

function literal(value: unknown) {
  if (value === null || typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  throw new Error(`A statement cannot contain ${typeof value}`)
}

function decode(row: Row, decoders: readonly Decoder[]) {
  for (const [name, read] of decoders) {
    const value = row[name]
    if (value !== null) row[name] = read(value)
  }
  return row
}

function bindable(value: unknown): SQLQueryBindings {
  if (value === undefined) return null
  if (value === null || typeof value !== 'object') return value as SQLQueryBindings
  if (value instanceof Date) return value.getTime()
  return value instanceof Uint8Array ? value : JSON.stringify(value)
}
