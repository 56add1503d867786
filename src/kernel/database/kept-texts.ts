import type { Database } from 'bun:sqlite'
import {
  Column,
  getTableName,
  Name,
  Param,
  Placeholder,
  SQL,
  type SQLWrapper,
  StringChunk,
  Subquery,
  Table,
} from 'drizzle-orm'
import { BunSQLiteDatabase, SQLiteBunSession } from 'drizzle-orm/bun-sqlite'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { keepNewest } from '../keep-newest.contract'

const textsMax = 1000
/** Longer ones, such as inserts of many rows, are rarely repeated. */
export const textLengthMax = 4000

/** Keeps the texts of queries: writing one takes drizzle 20 to 300 µs, and telling it apart from others 2 µs. */
class KeptTexts extends SQLiteSyncDialect {
  readonly #texts = new Map<string, string>()

  override sqlToQuery(query: SQL) {
    const { form, values } = formOf(query)
    const known = this.#texts.get(form)
    if (known === undefined) {
      const written = super.sqlToQuery(query)
      if (form.length <= textLengthMax) this.#texts.set(form, written.sql)
      keepNewest(this.#texts, textsMax)
      return written
    }
    this.#texts.delete(form)
    this.#texts.set(form, known)
    return { sql: known, params: values }
  }
}

/** Queries of all files have the same texts. */
export const dialect = new KeptTexts()

export function openDrizzle(sqlite: Database) {
  const session = new SQLiteBunSession<Record<string, never>, Record<string, never>>(sqlite, dialect, undefined)
  return Object.assign(new BunSQLiteDatabase('sync', dialect, session, undefined), { $client: sqlite })
}

interface Form {
  form: string
  values: unknown[]
}

function formOf(query: SQL): Form {
  const found: Form = { form: '', values: [] }
  add(found, query, false)
  return found
}

/** As drizzle's `buildQueryFromSourceParams`. */
function add(to: Form, chunk: unknown, isInline: boolean) {
  if (chunk instanceof StringChunk) for (const text of chunk.value) to.form += text
  else if (chunk instanceof SQL) {
    const inline = isInline || chunk['shouldInlineParams']
    for (const part of chunk.queryChunks) add(to, part, inline)
  } else if (chunk instanceof Column) to.form += formOfColumn(chunk)
  else if (chunk instanceof Param) addParam(to, chunk, isInline)
  else if (chunk instanceof Name) to.form += `"${chunk.value}"`
  else if (chunk instanceof Table) to.form += `"${getTableName(chunk)}"`
  else if (chunk instanceof SQL.Aliased) to.form += `"${chunk.fieldAlias}"`
  else if (chunk instanceof Subquery) {
    const { sql, alias, isWith } = chunk._
    if (!isWith) add(to, sql, isInline)
    to.form += `"${alias}"`
  } else if (Array.isArray(chunk) || isWrapper(chunk)) {
    to.form += '('
    for (const part of Array.isArray(chunk) ? chunk : [chunk.getSQL()]) {
      add(to, part, isInline)
      to.form += ','
    }
    to.form += ')'
  } else if (chunk !== undefined) addValue(to, chunk, isInline)
}

const columns = new WeakMap<Column, string>()

function formOfColumn(column: Column) {
  const known = columns.get(column)
  if (known !== undefined) return known
  const form = `"${getTableName(column.table)}"."${column.name}"`
  columns.set(column, form)
  return form
}

function addParam(to: Form, param: Param, isInline: boolean) {
  const { value, encoder } = param
  if (value instanceof Placeholder) return addValue(to, param, false)
  const stored = value === null ? null : encoder.mapToDriverValue(value)
  if (stored instanceof SQL) add(to, stored, isInline)
  else addValue(to, stored, isInline)
}

function addValue(to: Form, value: unknown, isInline: boolean) {
  if (isInline) to.form += JSON.stringify(value)
  else {
    to.form += '?'
    to.values.push(value)
  }
}

const isWrapper = (chunk: unknown): chunk is SQLWrapper =>
  typeof chunk === 'object' && chunk !== null && 'getSQL' in chunk && !(chunk instanceof Placeholder)
