import { eq } from 'drizzle-orm'
import { contactTable } from '../../contact/contact.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'

const contactOfTicket = statement((db, { ticketId }: { ticketId: TicketId }) =>
  db
    .select({ id: contactTable.id, number: contactTable.number })
    .from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .where(eq(ticketTable.id, ticketId)),
)

export const findContactOfTicket = (ctx: CompanyContext, ticketId: TicketId) => contactOfTicket.get(ctx, { ticketId })
