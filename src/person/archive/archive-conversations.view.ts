import { eq } from 'drizzle-orm'
import { connectionTable } from '../../connection/connection.tables'
import { contactTable } from '../../contact/contact.tables'
import { statement } from '../../kernel/database/statement'
import type { TicketId } from '../../kernel/ids'
import { queueTable } from '../../queue/queue.tables'
import { ticketTable } from '../../ticket/ticket.tables'
import { userTable } from '../../user/user.tables'

// A join, because the archive heads each conversation with its queue, agent and connection.

export const conversationHead = statement((db, of: { id: TicketId }) =>
  db
    .select({
      id: ticketTable.id,
      createdAt: ticketTable.createdAt,
      contactName: contactTable.name,
      connectionName: connectionTable.name,
      queueName: queueTable.name,
      userName: userTable.name,
    })
    .from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .leftJoin(connectionTable, eq(connectionTable.id, ticketTable.connectionId))
    .leftJoin(queueTable, eq(queueTable.id, ticketTable.queueId))
    .leftJoin(userTable, eq(userTable.id, ticketTable.userId))
    .where(eq(ticketTable.id, of.id)),
)
