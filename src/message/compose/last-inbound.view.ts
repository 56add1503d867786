import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSame, scalar, stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId, TicketId } from '../../kernel/ids'
import { contactTable } from '../../contact/contact.tables'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

interface Conversation {
  contactId: ContactId
  connectionId: ConnectionId | null
}

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

/** On any ticket: the reply window starts there. */
export const lastInboundMs = (ctx: CompanyContext, { contactId, connectionId }: Conversation) =>
  newest.get(ctx, { contactId, connectionId })?.at ?? undefined

const newestData = statement((db, { ticketId }: { ticketId: TicketId }) =>
  db
    .select({ data: messageTable.data })
    .from(messageTable)
    .where(and(eq(messageTable.ticketId, ticketId), eq(messageTable.fromMe, false)))
    .orderBy(desc(messageTable.createdAt))
    .limit(1),
)

/** Until the person writes, a comment may be answered once, in private. */
export const isCommentNewest = (ctx: CompanyContext, ticketId: TicketId) =>
  newestData.get(ctx, { ticketId })?.data?.referral?.of === 'comment'
