import { eq, or, sql } from 'drizzle-orm'
import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { webhookDeliveryTable } from './webhook.tables'

const { ticketId, body, id } = webhookDeliveryTable

export const webhookPerson: PersonData = {
  rows: [
    {
      table: webhookDeliveryTable,
      walk: id,
      match: (person) =>
        or(
          inList(ticketId, person.ticketIds),
          eq(sql<number>`iif(json_valid(${body}), ${body} ->> '$.contact.id', NULL)`, person.contactId),
        ),
      erase: 'rows',
    },
  ],
}
