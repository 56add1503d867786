import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSame, scalar, stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { contactTable } from '../../contact/contact.tables'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

interface Conversation {
  contactId: ContactId
  connectionId: ConnectionId | null
}

// A join, because a channel's reply window spans all of the contact's tickets on the connection.
const newest = statement((db, { contactId, connectionId }: Conversation) => {
  const isOfNumber = gte(messageTable.createdAt, sql`ifnull(${contactTable.numberSince}, 0)`)
  const newestOfTicket = db
    .select({ at: stored(messageTable.createdAt) })
    .from(messageTable)
    .where(and(eq(messageTable.ticketId, ticketTable.id), eq(messageTable.fromMe, false), isOfNumber))
    .orderBy(desc(messageTable.createdAt))
    .limit(1)
  return db
    .select({ at: sql<number | null>`max(${scalar(newestOfTicket)})` })
    .from(ticketTable)
    .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
    .where(and(eq(ticketTable.contactId, contactId), isSame(ticketTable.connectionId, connectionId)))
})

/**
 * Returns the time of the contact's last message on the connection, on any ticket. The channel's reply window starts
 * there.
 */
export const lastInboundMs = (ctx: CompanyContext, { contactId, connectionId }: Conversation) =>
  newest.get(ctx, { contactId, connectionId })?.at ?? undefined
