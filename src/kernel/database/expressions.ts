import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Query, RowOf } from './statement'

/** Drizzle would write each value of a list; in a statement a placeholder stands for it. */
const asOneValue = (values: readonly unknown[]) => (Array.isArray(values) ? JSON.stringify(values) : values)

/** The column is among the values. The list is one value, so that its length does not change the text. */
export const inList = <Data>(column: AnyColumn<{ data: Data }> | SQL<Data>, values: readonly Data[]) =>
  sql<boolean>`${column} IN (SELECT value FROM json_each(${asOneValue(values)}))`

/** A list as a table: `db.select(…).from(listed.table).crossJoin(ticketTable).where(eq(ticketTable.id, listed.value))`. */
export function listTable<Value>(values: readonly Value[], name = 'listed') {
  const named = sql.identifier(name)
  return {
    table: sql`json_each(${asOneValue(values)}) ${named}`,
    value: sql<Value>`${named}.value`,
    index: sql<number>`${named}.key`,
  }
}

/** To select expressions from nothing. */
export const oneRow = sql`(SELECT 1)`

/** The only field of a query's only row; null without one. */
export const scalar = <Of extends Query>(query: Of) => sql<RowOf<Of>[keyof RowOf<Of>] | null>`${query}`

/** As `eq`, but null equals null. */
export const isSame = <Of extends AnyColumn>(column: Of, value: Of['_']['data'] | null) =>
  sql<boolean>`${column} IS ${value}`
export const isOther = <Of extends AnyColumn>(column: Of, value: Of['_']['data'] | null) =>
  sql<boolean>`${column} IS NOT ${value}`

/** Without its table, where SQLite takes no other name: in SET and in lists of columns. */
export const bare = (column: AnyColumn) => sql.identifier(column.name)

/** In `onConflictDoUpdate`, what would have been inserted. */
export const excluded = <Of extends AnyColumn>(column: Of) => sql<Of['_']['data']>`excluded.${bare(column)}`

/** Fails when SQLite cannot use the index. */
export function indexedBy<Table extends SQLiteTable>(table: Table, index: string) {
  // Drizzle must take it for the table to know the types of its columns.
  return sql`${table} INDEXED BY ${sql.identifier(index)}` as unknown as Table
}

/** A column for which SQLite uses no index. */
export const withoutIndex = <Of extends AnyColumn>(column: Of) => sql<Of['_']['data']>`+${column}`

/** A condition as a field. */
export const asFlag = (condition: SQL | undefined) => sql<boolean>`${condition}`.mapWith(Boolean)

/** 0 without rows. */
export const total = (column: AnyColumn | SQL<number>) => sql<number>`ifnull(sum(${column}), 0)`

/** A column as it is stored: times in milliseconds, flags as 0 and 1. */
export const stored = <Of extends AnyColumn>(column: Of) =>
  sql<Of['_']['notNull'] extends true ? Of['_']['driverParam'] : Of['_']['driverParam'] | null>`${column}`
