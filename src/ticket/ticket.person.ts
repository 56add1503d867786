import { eq } from 'drizzle-orm'
import { inList } from '../kernel/database/expressions'
import type { PersonData } from '../kernel/person/person-data'
import { closeTicketsOfPerson, eraseTickets } from './closing/erase-tickets'
import { ticketNoteTable, ticketNoticeTable, ticketTable } from './ticket.tables'

export const ticketPerson: PersonData = {
  rows: [
    { table: ticketTable, match: ({ contactId }) => eq(ticketTable.contactId, contactId), erase: 'work' },
    { table: ticketNoteTable, match: ({ contactId }) => eq(ticketNoteTable.contactId, contactId), erase: 'cascade' },
    {
      table: ticketNoticeTable,
      match: ({ ticketIds }) => inList(ticketNoticeTable.ticketId, ticketIds),
      erase: 'cascade',
    },
  ],
  begin: closeTicketsOfPerson,
  erase: [eraseTickets],
}
