import { and, count, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CompanyContext } from '../../kernel/company/company-context'
import { oneRow, scalar } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ContactId } from '../../kernel/ids'
import { ticketNoteTable, ticketTable } from '../ticket.tables'

const twin = alias(ticketTable, 'twin')

const counts = statement((db, { fromId, intoId }: { fromId: ContactId; intoId: ContactId }) =>
  db
    .select({
      tickets: db.$count(ticketTable, eq(ticketTable.contactId, fromId)),
      notes: db.$count(ticketNoteTable, eq(ticketNoteTable.contactId, fromId)),
      twinTickets: scalar(
        db
          .select({ n: count() })
          .from(ticketTable)
          .innerJoin(
            twin,
            and(eq(twin.connectionId, ticketTable.connectionId), eq(twin.contactId, intoId), ne(twin.status, 'closed')),
          )
          .where(and(eq(ticketTable.contactId, fromId), ne(ticketTable.status, 'closed'))),
      ),
    })
    .from(oneRow),
)

export function countTicketsOfContact(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const { tickets = 0, notes = 0, twinTickets } = counts.get(ctx, { fromId, intoId }) ?? {}
  return { tickets, notes, twinTickets: twinTickets ?? 0 }
}
