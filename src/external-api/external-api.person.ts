import { eq, sql } from 'drizzle-orm'
import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { apiRequestTable, reportedMessageTable } from './external-api.tables'

export const externalApiPerson: PersonData = {
  rows: [
    {
      table: apiRequestTable,
      match: ({ contactId }) => eq(sql<number>`${apiRequestTable.answer} ->> '$.contactId'`, contactId),
      erase: 'rows',
    },
    {
      table: reportedMessageTable,
      of: 'message',
      match: ({ messageIds }) => inList(reportedMessageTable.messageId, messageIds),
      erase: 'cascade',
    },
  ],
}
