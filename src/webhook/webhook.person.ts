import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { heldRowTable } from '../kernel/database/held-row.tables'
import { inList } from '../kernel/database/expressions'
import type { Person, PersonData } from '../kernel/person/person-data'
import { webhookDeliveryTable } from './webhook.tables'

const { ticketId, body, id } = webhookDeliveryTable
const { source, row } = heldRowTable

const contactIn = (text: SQLWrapper) => sql<number>`iif(json_valid(${text}), ${text} ->> '$.contact.id', NULL)`

const isAbout = (person: Person, ticket: SQL<number>, text: SQLWrapper) =>
  or(inList(ticket, person.ticketIds), eq(contactIn(text), person.contactId))

export const webhookPerson: PersonData = {
  rows: [
    {
      table: webhookDeliveryTable,
      walk: id,
      match: (person) => isAbout(person, sql<number>`${ticketId}`, body),
      erase: 'rows',
    },
    {
      table: heldRowTable,
      match: (person) =>
        and(
          eq(source, 'webhook_delivery'),
          isAbout(person, sql<number>`${row} ->> '$.ticket_id'`, sql`(${row} ->> '$.body')`),
        ),
      erase: 'rows',
    },
  ],
}
