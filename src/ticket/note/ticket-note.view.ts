import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { userTable } from '../../user/user.tables'
import { ticketNoteTable } from '../ticket.tables'

/** Joined, because up to 500 notes of a conversation show their author. */
export function selectNotes({ db }: Pick<CompanyContext, 'db'>) {
  return db
    .select({ note: ticketNoteTable, userName: userTable.name })
    .from(ticketNoteTable)
    .leftJoin(userTable, eq(userTable.id, ticketNoteTable.userId))
}
