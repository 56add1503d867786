import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Query, RowOf } from './statement'

/** Drizzle would write each value; in a statement a placeholder stands for the list. */
const asOneValue = (values: readonly unknown[]) => (Array.isArray(values) ? JSON.stringify(values) : values)

/** The column is among the values. The list is one value, so that its length does not change the text. */
export const inList = <Data>(column: AnyColumn<{ data: Data }> | SQL<Data>, values: readonly Data[]) =>
  sql<boolean>`${column} IN (SELECT value FROM json_each(${asOneValue(values)}))`

/** `db.select(…).from(listed.table).crossJoin(ticketTable).where(eq(ticketTable.id, listed.value))` */
export function listTable<Value>(values: readonly Value[], name = 'listed') {
  const named = sql.identifier(name)
  return {
    table: sql`json_each(${asOneValue(values)}) ${named}`,
    value: sql<Value>`${named}.value`,
    index: sql<number>`${named}.key`,
  }
}

export const oneRow = sql`(SELECT 1)`

/** The only field; null without a row. */
export const scalar = <Of extends Query>(query: Of) => sql<RowOf<Of>[keyof RowOf<Of>] | null>`${query}`

export const isSame = <Of extends AnyColumn>(column: Of, value: Of['_']['data'] | null) =>
  sql<boolean>`${column} IS ${value}`
export const isOther = <Of extends AnyColumn>(column: Of, value: Of['_']['data'] | null) =>
  sql<boolean>`${column} IS NOT ${value}`

export const bare = (column: AnyColumn) => sql.identifier(column.name)

export const excluded = <Of extends AnyColumn>(column: Of) => sql<Of['_']['data']>`excluded.${bare(column)}`

export function indexedBy<Table extends SQLiteTable>(table: Table, index: string) {
  // The table's type gives those of its columns.
  return sql`${table} INDEXED BY ${sql.identifier(index)}` as unknown as Table
}

/** SQLite uses no index for it. */
export const withoutIndex = <Of extends AnyColumn>(column: Of) => sql<Of['_']['data']>`+${column}`

export const asFlag = (condition: SQL | undefined) => sql<boolean>`${condition}`.mapWith(Boolean)

export const total = (column: AnyColumn | SQL<number>) => sql<number>`ifnull(sum(${column}), 0)`

/** Times in milliseconds, flags as 0 and 1. */
export const stored = <Of extends AnyColumn>(column: Of) =>
  sql<Of['_']['notNull'] extends true ? Of['_']['driverParam'] : Of['_']['driverParam'] | null>`${column}`
