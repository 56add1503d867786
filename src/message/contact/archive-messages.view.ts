import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { stored } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ContactId, MessageId, TicketId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

const pageSize = 200
const { id, ticketId, contactId, createdAt } = messageTable

const statements = {
  ofTicket: statement((db, of: { ticketId: TicketId; at: number; after: MessageId; limit: number }) =>
    db
      .select({ id, at: stored(createdAt) })
      .from(messageTable)
      .where(and(eq(ticketId, of.ticketId), sql`(${createdAt}, ${id}) > (${of.at}, ${of.after})`))
      .orderBy(createdAt, id)
      .limit(of.limit),
  ),
  elsewhere: statement((db, of: { contactId: ContactId; after: MessageId; limit: number }) =>
    db
      .select({ id, ticketId })
      .from(messageTable)
      .innerJoin(ticketTable, eq(ticketTable.id, ticketId))
      .where(
        and(
          eq(contactId, of.contactId),
          gt(id, of.after),
          or(eq(ticketTable.isGroup, true), ne(ticketTable.contactId, of.contactId)),
        ),
      )
      .orderBy(id)
      .limit(of.limit),
  ),
}

/** Pages of a conversation's messages, oldest first. */
export function* walkConversation(ctx: CompanyContext, ticketId: TicketId): Generator<MessageId[]> {
  const pageAfter = ({ id, at } = { id: 0, at: -1 }) =>
    statements.ofTicket.all(ctx, { ticketId, at, after: id, limit: pageSize })
  for (let page = pageAfter(); page.length > 0; page = pageAfter(page.at(-1))) yield page.map(({ id }) => id)
}

/** Pages of what a contact wrote in groups. */
export function* walkMessagesInGroups(ctx: CompanyContext, contactId: ContactId) {
  const pageAfter = (after = 0) => statements.elsewhere.all(ctx, { contactId, after, limit: pageSize })
  for (let page = pageAfter(); page.length > 0; page = pageAfter(page.at(-1)?.id)) yield page
}
