import { eq } from 'drizzle-orm'
import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { contactTagTable, ticketTagTable } from './tag.tables'

export const tagPerson: PersonData = {
  rows: [
    { table: contactTagTable, match: ({ contactId }) => eq(contactTagTable.contactId, contactId), erase: 'cascade' },
    { table: ticketTagTable, match: ({ ticketIds }) => inList(ticketTagTable.ticketId, ticketIds), erase: 'cascade' },
  ],
}
