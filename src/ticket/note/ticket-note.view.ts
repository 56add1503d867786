import { eq, getTableColumns } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { RowOf } from '../../kernel/database/statement'
import { userTable } from '../../user/user.tables'
import { ticketNoteTable } from '../ticket.tables'

/** Joined, because up to 500 notes of a conversation show their author. */
export function selectNotes(db: BunSQLiteDatabase) {
  return db
    .select({ ...getTableColumns(ticketNoteTable), userName: userTable.name })
    .from(ticketNoteTable)
    .leftJoin(userTable, eq(userTable.id, ticketNoteTable.userId))
}

export type NoteRow = RowOf<ReturnType<typeof selectNotes>>
