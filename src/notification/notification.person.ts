import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { notificationTable } from './notification.tables'

export const notificationPerson: PersonData = {
  rows: [
    {
      table: notificationTable,
      match: ({ ticketIds }) => inList(notificationTable.ticketId, ticketIds),
      erase: 'cascade',
    },
  ],
}
