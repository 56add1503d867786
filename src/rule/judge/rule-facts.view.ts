import { eq } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { contactTable } from '../../contact/contact.tables'
import { type Opened, statement } from '../../kernel/database/statement'
import type { ContactId, MessageId, TicketId } from '../../kernel/ids'
import { messageTable } from '../../message/message.tables'
import { contactTagTable, ticketTagTable } from '../../tag/tag.tables'
import { ticketTable } from '../../ticket/ticket.tables'

const ofTicket = {
  id: ticketTable.id,
  uuid: ticketTable.uuid,
  contactId: ticketTable.contactId,
  connectionId: ticketTable.connectionId,
  channel: ticketTable.channel,
  status: ticketTable.status,
  queueId: ticketTable.queueId,
  userId: ticketTable.userId,
  priority: ticketTable.priority,
  isGroup: ticketTable.isGroup,
  lastMessage: ticketTable.lastMessage,
  name: contactTable.name,
  number: contactTable.number,
  email: contactTable.email,
}

const statements = {
  facts: statement((db, of: { id: TicketId }) =>
    db
      .select(ofTicket)
      .from(ticketTable)
      .innerJoin(contactTable, eq(contactTable.id, ticketTable.contactId))
      .where(eq(ticketTable.id, of.id)),
  ),
  tags: statement((db, of: { contactId: ContactId; ticketId: TicketId }) =>
    unionAll(
      db.select({ id: contactTagTable.tagId }).from(contactTagTable).where(eq(contactTagTable.contactId, of.contactId)),
      db.select({ id: ticketTagTable.tagId }).from(ticketTagTable).where(eq(ticketTagTable.ticketId, of.ticketId)),
    ),
  ),
  text: statement((db, of: { id: MessageId }) =>
    db.select({ body: messageTable.body }).from(messageTable).where(eq(messageTable.id, of.id)),
  ),
}

export type TicketFacts = NonNullable<ReturnType<typeof statements.facts.get>>

/** The present state. Also in a worker, which has only the database. */
export const findTicketFacts = (opened: Opened, id: TicketId) => statements.facts.get(opened, { id })

/** Tags of the contact and the ticket's lane. */
export function tagsOf(opened: Opened, { id: ticketId, contactId }: Pick<TicketFacts, 'id' | 'contactId'>) {
  return new Set(statements.tags.all(opened, { contactId, ticketId }).map(({ id }) => id))
}

export const findMessageText = (opened: Opened, id: MessageId) => statements.text.get(opened, { id })?.body ?? ''
