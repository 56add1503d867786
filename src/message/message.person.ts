import { and, eq } from 'drizzle-orm'
import { inList } from '../kernel/database/expressions'
import { mediaTable } from '../kernel/file/media.tables'
import type { PersonData, PersonRows } from '../kernel/person/person-data'
import {
  messageChargeTable,
  messageReactionTable,
  messageSearchTable,
  messageTable,
  outboundChangeTable,
  outreachTable,
  transcriptionSearchTable,
} from './message.tables'

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
      table: outboundChangeTable,
      of: 'message',
      match: ({ messageIds }) => inList(outboundChangeTable.messageId, messageIds),
      erase: 'cascade',
    },
    { table: outreachTable, match: ({ ticketIds }) => inList(outreachTable.ticketId, ticketIds), erase: 'rows' },
  ],
}
