import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { contactImportRowTable, contactImportTable } from './contact-import.tables'

const { importId, number } = contactImportRowTable

export const contactImportPerson: PersonData = {
  rows: [
    {
      table: contactImportRowTable,
      within: { parent: contactImportTable.id, column: importId },
      match: ({ numbers }) => inList(number, numbers),
      erase: { set: { name: '', number: '' }, keeps: ['importId', 'row', 'outcome', 'reason'] },
    },
  ],
}
