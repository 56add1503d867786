import { and, eq, not, notExists, or, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { inList } from '../kernel/database/expressions'
import { heldRowTable } from '../kernel/database/held-row.tables'
import type { ContactId, TicketId } from '../kernel/ids'
import { mediaTable } from '../kernel/file/media.tables'
import type { PersonData, PersonRows } from '../kernel/person/person-data'
import { eraseConversations, eraseMessagesInGroups, eraseSpokenWords, withdrawMessages } from './change/erase-messages'
import {
  messageChargeTable,
  messageReactionTable,
  messageSearchTable,
  messageStepTable,
  messageTable,
  outboundChangeTable,
  outreachTable,
  transcriptionSearchTable,
} from './message.tables'

const queries = new QueryBuilder()
const held = heldRowTable.row
const heldFact = (path: string) => sql<number>`${held} ->> ${path}`

/** Also of messages that are gone. */
const isChangeOf = (ticketIds: readonly TicketId[]) =>
  and(
    eq(heldRowTable.source, 'outbound_change'),
    notExists(
      queries
        .select({ id: messageTable.id })
        .from(messageTable)
        .where(and(eq(messageTable.id, heldFact('$.message_id')), not(inList(messageTable.ticketId, ticketIds)))),
    ),
  )

const isJobOf = (contactId: ContactId, ticketIds: readonly TicketId[]) => {
  const fact = (path: string) =>
    sql<number>`iif(${heldRowTable.source} = 'job', ${held} ->> '$.payload' ->> ${path}, NULL)`
  return or(eq(fact('$.contactId'), contactId), inList(fact('$.ticketId'), ticketIds))
}

const index = { erase: 'work', unreadable: 'An index of the messages’ words.' } satisfies Partial<PersonRows>

export const messagePerson: PersonData = {
  rows: [
    {
      table: messageTable,
      of: 'message',
      match: ({ messageIds }) => inList(messageTable.id, messageIds),
      erase: 'work',
    },
    {
      table: mediaTable,
      of: 'message',
      match: ({ messageIds }) => and(eq(mediaTable.kind, 'message'), inList(mediaTable.ownerId, messageIds)),
      erase: 'work',
    },
    { table: messageSearchTable, match: () => undefined, ...index },
    { table: transcriptionSearchTable, match: () => undefined, ...index },
    {
      table: messageReactionTable,
      of: 'message',
      match: ({ messageIds }) => inList(messageReactionTable.messageId, messageIds),
      erase: 'cascade',
    },
    {
      table: messageReactionTable,
      match: ({ contactId }) => eq(messageReactionTable.author, contactId),
      erase: 'rows',
    },
    {
      table: messageChargeTable,
      of: 'message',
      match: ({ messageIds }) => inList(messageChargeTable.messageId, messageIds),
      erase: 'cascade',
    },
    {
      table: messageStepTable,
      of: 'message',
      match: ({ messageIds }) => inList(messageStepTable.messageId, messageIds),
      erase: 'cascade',
    },
    {
      table: outboundChangeTable,
      of: 'message',
      match: ({ messageIds }) => inList(outboundChangeTable.messageId, messageIds),
      erase: 'cascade',
    },
    {
      table: heldRowTable,
      match: ({ contactId, ticketIds }) => or(isChangeOf(ticketIds), isJobOf(contactId, ticketIds)),
      erase: 'rows',
    },
    { table: outreachTable, match: ({ ticketIds }) => inList(outreachTable.ticketId, ticketIds), erase: 'rows' },
  ],
  begin: withdrawMessages,
  erase: [eraseMessagesInGroups, eraseConversations, eraseSpokenWords],
}
