import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { LongWork } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { bare, indexedBy, inList, oneRow } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId, MessageId, TicketId } from '../../kernel/ids'
import type { Person } from '../../kernel/person/person-data'
import { getTicketRow } from '../../ticket/ticket.queries'
import { walkMessagesInGroups } from '../contact/archive-messages.view'
import { listMessagesOfContact } from '../contact/messages-of-contact.view'
import { messageTable, transcriptionSearchTable } from '../message.tables'
import { refreshLastMessage, removeMessage } from './remove-message'

/** Deletes the messages of a contact's tickets, before the contact is deleted: some at a time, with the search index. */
export const eraseMessagesOfContact = (ctx: CompanyContext, contactId: ContactId): LongWork<MessageId[]> => ({
  next: () => [listMessagesOfContact(ctx, contactId, 100)].filter(({ length }) => length > 0),
  work(ids) {
    for (const id of ids) removeMessage(ctx, id)
  },
  pace: 0,
})

export const eraseConversations = (ctx: CompanyContext, { contactId }: Person) => ({
  ...eraseMessagesOfContact(ctx, contactId),
  next: () => [listMessagesOfContact(ctx, contactId, 10)].filter(({ length }) => length > 0),
  pace: 10,
})

interface InGroup {
  id: MessageId
  ticketId: TicketId
}

/** What a contact wrote in groups. The others' messages stay. */
export const eraseMessagesInGroups = (ctx: CompanyContext, { contactId }: Person): LongWork<InGroup[]> => ({
  next: () => [...walkMessagesInGroups(ctx, contactId).take(1)],
  work(some) {
    for (const { id } of some) removeMessage(ctx, id)
    for (const ticketId of new Set(some.map((message) => message.ticketId))) {
      const { lastMessageId, contactId: groupId } = getTicketRow(ctx, ticketId)
      if (some.some(({ id }) => id === lastMessageId)) refreshLastMessage(ctx, ticketId)
      recordEvent(ctx, 'ticket.messagesWithdrawn', { ticketId, contactId: groupId }, {})
    }
  },
  pace: 0,
})

const due = statement((db, of: { ticketIds: readonly TicketId[] }) =>
  db
    .select({ id: messageTable.id })
    .from(indexedBy(messageTable, 'message_outbox'))
    .where(
      and(
        ne(messageTable.sendState, 'failed'),
        inArray(messageTable.sendState, ['queued', 'sending', 'uncertain']),
        inList(messageTable.ticketId, of.ticketIds),
      ),
    ),
)

export function withdrawMessages(ctx: CompanyContext, { ticketIds }: Person) {
  for (const { id } of due.all(ctx, { ticketIds })) removeMessage(ctx, id)
}

const index = transcriptionSearchTable
const spare = -1
const merges = {
  add: statement(() => sql`INSERT INTO ${index} (${bare(index.rowid)}, ${bare(index.body)}) VALUES (${spare}, 'a')`),
  drop: statement((db) => db.delete(index).where(eq(index.rowid, spare))),
  some: statement(
    () => sql`INSERT INTO ${index} (${sql.identifier('transcription_search')}, rank) VALUES ('merge', -100)`,
  ),
  changes: statement((db) => db.select({ all: sql<number>`total_changes()` }).from(oneRow)),
}

const allChanges = (ctx: CompanyContext) => merges.changes.get(ctx)?.all ?? 0

/** Deleted words stay in this index until it is merged, which it is only with a second part. */
export function eraseSpokenWords(ctx: CompanyContext): LongWork<true> {
  let changed = Number.POSITIVE_INFINITY
  return {
    next: () => (changed < 2 ? [] : [true]),
    work() {
      if (changed === Number.POSITIVE_INFINITY) {
        merges.add.run(ctx)
        merges.drop.run(ctx)
      }
      const before = allChanges(ctx)
      merges.some.run(ctx)
      changed = allChanges(ctx) - before
    },
  }
}
