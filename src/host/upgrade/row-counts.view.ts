import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import { count } from 'drizzle-orm'
import { contactTable } from '../../contact/contact.tables'
import { openDatabase } from '../../kernel/database/database'
import { openDrizzle } from '../../kernel/database/kept-texts'
import { messageTable } from '../../message/message.tables'
import { companyTable } from '../../platform/platform.tables'
import { ticketTable } from '../../ticket/ticket.tables'

/** Must be the same before and after a migration. */
export interface RowCounts {
  tickets: number
  messages: number
  contacts: number
}

type Tables = typeof ticketTable | typeof messageTable | typeof contactTable

export function countRows(db: BunSQLiteDatabase): RowCounts {
  const rowsOf = (table: Tables) => db.select({ rows: count() }).from(table).get()?.rows ?? 0
  return { tickets: rowsOf(ticketTable), messages: rowsOf(messageTable), contacts: rowsOf(contactTable) }
}

/** Of a file that nothing has open. */
export const countRowsOf = (path: string): RowCounts => reading(path, countRows)

export function listCompaniesOf(path: string): { id: number; name: string }[] {
  const { id, name } = companyTable
  return reading(path, (db) => db.select({ id, name }).from(companyTable).orderBy(id).all())
}

function reading<Result>(path: string, read: (db: BunSQLiteDatabase) => Result) {
  const sqlite = openDatabase(path, { readonly: true })
  try {
    return read(openDrizzle(sqlite))
  } finally {
    sqlite.close()
  }
}
