import { eq } from 'drizzle-orm'
import { connectionTable } from '../../connection/connection.tables'
import { contactTable } from '../../contact/contact.tables'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import { ticketTable } from '../../ticket/ticket.tables'
import { userTable } from '../../user/user.tables'

// A join, because variables come from a ticket, its contact, owner, queue and connection.
const facts = statement((db, { ticketId }: { ticketId: TicketId }) =>
  db
    .select({
      name: contactTable.name,
      number: contactTable.number,
      user: userTable.name,
      queue: queueTable.name,
      connection: connectionTable.name,
      createdAt: ticketTable.createdAt,
    })
    .from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
    .leftJoin(connectionTable, eq(connectionTable.id, ticketTable.connectionId))
    .where(eq(ticketTable.id, ticketId)),
)

export const findVariableFacts = (ctx: CompanyContext, ticketId: TicketId) => facts.get(ctx, { ticketId })
