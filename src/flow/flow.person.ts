import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { flowRunTable } from './run/flow-run.tables'

export const flowPerson: PersonData = {
  rows: [{ table: flowRunTable, match: ({ ticketIds }) => inList(flowRunTable.ticketId, ticketIds), erase: 'cascade' }],
}
