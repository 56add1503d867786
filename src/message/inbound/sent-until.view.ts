import { and, between, desc, eq } from 'drizzle-orm'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

const messagesMax = 200

// A join, because the contact's messages on the connection are found through the tickets.
export const sentUntil = statement(
  (db, of: { contactId: ContactId; connectionId: ConnectionId; since: Date; until: Date; ackMax: number }) =>
    db
      .select({ providerId: messageTable.providerId })
      .from(ticketTable)
      .innerJoin(messageTable, eq(messageTable.ticketId, ticketTable.id))
      .where(
        and(
          eq(ticketTable.contactId, of.contactId),
          eq(ticketTable.connectionId, of.connectionId),
          between(messageTable.createdAt, of.since, of.until),
          eq(messageTable.fromMe, true),
          between(messageTable.ack, 1, of.ackMax),
        ),
      )
      .orderBy(desc(messageTable.createdAt))
      .limit(messagesMax),
)
