import { and, count, eq, ne, or } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ContactId, MessageId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

// A join, because a message belongs to a contact through its ticket.
const isOfTicket = eq(messageTable.ticketId, ticketTable.id)
const { id } = messageTable

const statements = {
  count: statement((db, { contactId }: { contactId: ContactId }) =>
    db
      .select({ messages: count() })
      .from(ticketTable)
      .innerJoin(messageTable, isOfTicket)
      .where(eq(ticketTable.contactId, contactId)),
  ),
  some: statement((db, { contactId, limit }: { contactId: ContactId; limit: number }) =>
    db
      .select({ id })
      .from(ticketTable)
      .innerJoin(messageTable, isOfTicket)
      .where(eq(ticketTable.contactId, contactId))
      .limit(limit),
  ),
  outside: statement((db, { authorId, ownerId }: { authorId: ContactId; ownerId: ContactId }) =>
    db
      .select({ id })
      .from(messageTable)
      .innerJoin(ticketTable, isOfTicket)
      .where(
        and(
          eq(messageTable.contactId, authorId),
          or(eq(ticketTable.isGroup, true), ne(ticketTable.contactId, ownerId)),
        ),
      ),
  ),
}

export function countMessagesOfContact(ctx: CompanyContext, contactId: ContactId) {
  return { messages: statements.count.get(ctx, { contactId })?.messages ?? 0 }
}

export function listMessagesOfContact(ctx: CompanyContext, contactId: ContactId, limit: number): MessageId[] {
  return statements.some.all(ctx, { contactId, limit }).map(({ id }) => id)
}

/** Returns what the author wrote in groups and on tickets of other contacts than the owner. */
export function listMessagesOutside(ctx: CompanyContext, authorId: ContactId, ownerId: ContactId): MessageId[] {
  return statements.outside.all(ctx, { authorId, ownerId }).map(({ id }) => id)
}
