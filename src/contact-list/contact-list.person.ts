import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { contactListItemTable, contactListTable } from './contact-list.tables'

const { listId, phoneKey } = contactListItemTable

export const contactListPerson: PersonData = {
  rows: [
    {
      table: contactListItemTable,
      within: { parent: contactListTable.id, column: listId },
      match: ({ phoneKeys }) => inList(phoneKey, phoneKeys),
      erase: 'rows',
      atOnce: true,
    },
  ],
}
