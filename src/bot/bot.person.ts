import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { botErrorTable } from './bot.tables'

export const botPerson: PersonData = {
  rows: [{ table: botErrorTable, match: ({ ticketIds }) => inList(botErrorTable.ticketId, ticketIds), erase: 'rows' }],
}
