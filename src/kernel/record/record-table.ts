import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type ErrorCode, refuse, required } from '../errors'
import { byText } from '../text/sort-order.contract'
import { changedNameKey, nameKey } from '../text/name-text.contract'
import { pageOf } from '../http/request-parts'
import { searchFor } from '../text/search-words.contract'

export interface RecordContext {
  readonly db: BunSQLiteDatabase
  readonly now: Date
}

export type RecordTable = SQLiteTable & { id: SQLiteColumn; createdAt: SQLiteColumn; updatedAt: SQLiteColumn }
export type RecordOf<Table extends RecordTable> = Table['$inferSelect'] & { id: number }

type OwnColumn = 'id' | 'nameKey' | 'createdAt' | 'updatedAt'
export type NewRecord<Table extends RecordTable> = Omit<Table['$inferInsert'], OwnColumn>
export type RecordUpdate<Table extends RecordTable> = Partial<NewRecord<Table>>

export interface RecordTableOptions<Table extends RecordTable> {
  table: Table
  notFound?: ErrorCode
  nameOf?: (record: RecordOf<Table>) => string
  /** Regardless of case and accents, within `among`. `taken` is by default `ERR_INVALID_INPUT`. */
  uniqueName?: { taken?: ErrorCode; among?: (record: NewRecord<Table>) => SQL | undefined }
  sort?: (a: RecordOf<Table>, b: RecordOf<Table>) => number
  searchText?: (record: RecordOf<Table>) => string
}

export interface PageQuery {
  searchParam?: string
  pageNumber: number
}

export function recordTable<Table extends RecordTable>(options: RecordTableOptions<Table>) {
  type Row = RecordOf<Table>
  const { notFound = 'ERR_NOT_FOUND', nameOf = nameIn } = options
  const { sort = byText<Row>(nameOf), searchText = nameOf } = options
  const table: RecordTable = options.table

  const findRow = preparedFind(table)
  const find = (context: RecordContext, id: number) => findRow(context, id) as Row | undefined
  const get = (context: RecordContext, id: number): Row => required(find(context, id), notFound)

  function list({ db }: RecordContext, where?: SQL): Row[] {
    return (db.select().from(table).where(where).all() as Row[]).sort(sort)
  }

  function listPage(context: RecordContext, { searchParam = '', pageNumber }: PageQuery, where?: SQL) {
    const isFound = searchFor(searchParam)
    return pageOf(
      list(context, where).filter((record) => isFound(searchText(record))),
      pageNumber,
    )
  }

  /** @throws Refusal with the configured code, on the field `name` */
  function insert(context: RecordContext, values: NewRecord<Table>): Row {
    const key = options.uniqueName && nameKey(nameIn(values))
    assertNameFree(context, options, key, values)
    const { now } = context
    const row = { ...values, ...(key !== undefined && { nameKey: key }), createdAt: now, updatedAt: now }
    return context.db.insert(table).values(row).returning().get() as Row
  }

  /** Omitted fields stay. @throws Refusal as `insert` and `get` */
  function update(context: RecordContext, id: number, changes: RecordUpdate<Table>): Row {
    const before = get(context, id)
    const name = 'name' in changes ? (changes.name as string | undefined) : undefined
    const key = options.uniqueName ? changedNameKey(name, nameIn(before)) : {}
    const after = { ...before, ...changes }
    // Also for an unchanged name, because the record may now be compared with others.
    assertNameFree(context, options, key.nameKey ?? keyOf(before), after, id)
    context.db
      .update(table)
      .set({ ...changes, ...key, updatedAt: context.now })
      .where(eq(table.id, id))
      .run()
    return get(context, id)
  }

  function remove({ db }: RecordContext, id: number) {
    db.delete(table).where(eq(table.id, id)).run()
  }

  return { find, get, list, listPage, insert, update, remove }
}

function preparedFind(table: RecordTable) {
  const prepare = ({ db }: RecordContext) =>
    db
      .select()
      .from(table)
      .where(eq(table.id, sql.placeholder('id')))
      .prepare()
  const byDatabase = new WeakMap<RecordContext['db'], ReturnType<typeof prepare>>()
  return (context: RecordContext, id: number) => {
    let prepared = byDatabase.get(context.db)
    if (!prepared) byDatabase.set(context.db, (prepared = prepare(context)))
    return prepared.get({ id })
  }
}

function assertNameFree<Table extends RecordTable>(
  { db }: RecordContext,
  { table, uniqueName }: RecordTableOptions<Table>,
  key: string | undefined,
  record: NewRecord<Table>,
  ownId = 0,
) {
  if (!uniqueName || key === undefined) return
  const columns = table as RecordTable as RecordTable & { nameKey: SQLiteColumn }
  const same = and(eq(columns.nameKey, key), ne(columns.id, ownId), uniqueName.among?.(record))
  const other = db.select({ id: columns.id }).from(columns).where(same).get()
  if (other) refuse(uniqueName.taken ?? 'ERR_INVALID_INPUT', { fields: { name: 'nameTaken' } })
}

const keyOf = (record: object) => ('nameKey' in record ? String(record.nameKey) : undefined)
export const nameIn = (record: object) => ('name' in record && typeof record.name === 'string' ? record.name : '')
