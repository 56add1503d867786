import { eq, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ContactConversationsPort } from '../../contact/list/present-contact'
import { listTable } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { ContactId } from '../../kernel/ids'
import { pick } from '../../kernel/typed-object.contract'
import { deletedMessagesOf } from '../../ticket/ticket.queries'
import { canSeeTicket } from '../../ticket/ticket.policy'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

const other = alias(ticketTable, 'other')

// A join, because a list of contacts shows a page of newest tickets with the last message of each.
const newestOf = statement((db, of: { ids: readonly ContactId[]; someHidden: boolean }) => {
  const requested = listTable(of.ids)
  const newest = db
    .select({ id: max(other.id) })
    .from(other)
    .where(eq(other.contactId, requested.value))
  const { isDeleted } = messageTable
  const last = db.select({ isDeleted }).from(messageTable).where(eq(messageTable.id, ticketTable.lastMessageId))
  return db
    .select({
      ...pick(ticketTable, 'contactId', 'status', 'userId', 'queueId', 'lastMessage', 'connectionId'),
      // Reading a page of messages takes as long as all the rest.
      isDeleted: sql`iif(${of.someHidden}, ${last}, 0)`.mapWith(Boolean),
    })
    .from(requested.table)
    .crossJoin(ticketTable)
    .where(eq(ticketTable.id, newest))
})

/** All users see all contacts, but not all conversations. */
export const contactConversations: ContactConversationsPort = {
  lastMessages(ctx, ids) {
    const deleted = deletedMessagesOf(ctx)
    const readable = newestOf
      .all(ctx, { ids, someHidden: deleted.someHidden })
      .filter(
        (ticket) => canSeeTicket(ctx.actor, ticket) && !(ticket.isDeleted && deleted.areHidden(ticket.connectionId)),
      )
    return new Map(readable.map(({ contactId, lastMessage }) => [contactId, lastMessage]))
  },
}
