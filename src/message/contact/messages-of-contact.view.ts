import { and, count, eq, ne, or } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId, MessageId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

// A join, because a message belongs to a contact through its ticket.
const isOfTicket = eq(messageTable.ticketId, ticketTable.id)
const { id } = messageTable

export function countMessagesOfContact(ctx: CompanyContext, contactId: ContactId) {
  const isOfContact = eq(ticketTable.contactId, contactId)
  const counted = ctx.db.select({ messages: count() }).from(ticketTable).innerJoin(messageTable, isOfTicket)
  return { messages: counted.where(isOfContact).get()?.messages ?? 0 }
}

export function listMessagesOfContact(ctx: CompanyContext, contactId: ContactId, limit: number): MessageId[] {
  const isOfContact = eq(ticketTable.contactId, contactId)
  const found = ctx.db.select({ id }).from(ticketTable).innerJoin(messageTable, isOfTicket).where(isOfContact)
  return found
    .limit(limit)
    .all()
    .map(({ id }) => id)
}

export function listMessagesOutside(ctx: CompanyContext, authorId: ContactId, ownerId: ContactId): MessageId[] {
  const isOutside = or(eq(ticketTable.isGroup, true), ne(ticketTable.contactId, ownerId))
  const found = ctx.db.select({ id }).from(messageTable).innerJoin(ticketTable, isOfTicket)
  return found
    .where(and(eq(messageTable.contactId, authorId), isOutside))
    .all()
    .map(({ id }) => id)
}
