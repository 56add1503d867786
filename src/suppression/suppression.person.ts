import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { suppressionTable } from './suppression.record'

export const suppressionPerson: PersonData = {
  rows: [
    {
      table: suppressionTable,
      match: ({ phoneKeys }) => inList(suppressionTable.phoneKey, phoneKeys),
      erase: 'rows',
    },
  ],
}
