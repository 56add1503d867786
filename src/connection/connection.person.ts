import { and, isNotNull, or, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Person, PersonData } from '../kernel/person/person-data'
import { connectionTable, inboundEventTable, missingMessageTable } from './connection.tables'
import { historyMessageTable } from './history/message-import.tables'

/** Filed as the provider sent it. */
const isNamed = (column: SQLiteColumn, { addresses }: Person) =>
  or(...addresses.map((address) => sql`instr(${column}, ${`"${address}`}) > 0`))
const each = { parent: connectionTable.id }

export const connectionPerson: PersonData = {
  rows: [
    {
      table: inboundEventTable,
      within: { ...each, column: inboundEventTable.connectionId },
      // One that waits for its turn is a new message.
      match: (person) => and(isNotNull(inboundEventTable.error), isNamed(inboundEventTable.payload, person)),
      erase: 'rows',
    },
    {
      table: missingMessageTable,
      within: { ...each, column: missingMessageTable.connectionId },
      match: (person) => isNamed(missingMessageTable.request, person),
      erase: 'rows',
    },
    {
      table: historyMessageTable,
      within: { ...each, column: historyMessageTable.connectionId },
      walk: historyMessageTable.id,
      match: (person) => isNamed(historyMessageTable.payload, person),
      erase: 'rows',
    },
  ],
}
