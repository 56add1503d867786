import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { slaResultTable, ticketSlaTable } from './sla.tables'

export const slaPerson: PersonData = {
  rows: [
    { table: ticketSlaTable, match: ({ ticketIds }) => inList(ticketSlaTable.ticketId, ticketIds), erase: 'cascade' },
    {
      table: slaResultTable,
      match: ({ ticketIds }) => inList(slaResultTable.ticketId, ticketIds),
      erase: {
        set: { ticketId: null },
        keeps: ['id', 'kind', 'startedAt', 'dueAt', 'decidedAt', 'endedAt', 'kept', 'queueId', 'userId', 'priority'],
      },
    },
  ],
}
