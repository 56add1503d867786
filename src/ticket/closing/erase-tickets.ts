import { eq } from 'drizzle-orm'
import type { LongWork } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ContactId, TicketId } from '../../kernel/ids'
import type { Person } from '../../kernel/person/person-data'
import { listTagIdsOfTicket } from '../../tag/tag-links'
import { replaceLastMessage } from '../change/note-message-on-ticket'
import { listActiveTicketIds } from '../list/tickets-of-contact'
import { getTicketRow, type TicketRow } from '../ticket.queries'
import { erasedTicketTable, erasedTicketTagTable, ticketTable } from '../ticket.tables'
import { finish } from './close-ticket'
import { removeTicket } from './delete-ticket'

/** Without a farewell. */
export function closeTicketsOfPerson(ctx: CompanyContext, { contactId }: Person) {
  for (const id of listActiveTicketIds(ctx, contactId)) {
    replaceLastMessage(ctx, id, undefined)
    finish(ctx, getTicketRow(ctx, id), { farewell: false })
  }
}

const some = statement((db, of: { contactId: ContactId }) =>
  db.select({ id: ticketTable.id }).from(ticketTable).where(eq(ticketTable.contactId, of.contactId)).limit(20),
)

export const eraseTickets = (ctx: CompanyContext, { contactId }: Person): LongWork<{ id: TicketId }> => ({
  next: () => some.all(ctx, { contactId }),
  work({ id }) {
    const ticket = getTicketRow(ctx, id)
    keepFigures(ctx, ticket)
    removeTicket(ctx, ticket)
  },
})

/** Reports count the ticket as before. */
function keepFigures(ctx: CompanyContext, ticket: TicketRow) {
  const { id, connectionId, queueId, userId, channel, startedByUs, imported, bornClosed } = ticket
  const { rating, startedAt, closedAt, createdAt } = ticket
  const origin = { id, connectionId, queueId, userId, channel, startedByUs, imported, bornClosed }
  ctx.db
    .insert(erasedTicketTable)
    .values({ ...origin, rating, startedAt, closedAt, createdAt })
    .run()
  for (const tagId of listTagIdsOfTicket(ctx, ticket)) {
    ctx.db.insert(erasedTicketTagTable).values({ ticketId: id, tagId }).run()
  }
}
