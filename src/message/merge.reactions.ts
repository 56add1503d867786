import '../contact/contact.events'
import type { CompanyContext } from '../kernel/company-context'
import { reaction } from '../kernel/event-log'
import type { ContactId, TicketId } from '../kernel/ids'
import '../ticket/ticket.events'

/** Messages follow their author and their ticket when two records turned out to be of one person. */
export const mergeReactions = [
  reaction('contact.merged', (ctx, { data, contactId }) => {
    if (contactId !== undefined) followAuthor(ctx, data.fromContactId, contactId)
  }),
  reaction('ticket.merged', (ctx, { data, ticketId }) => {
    if (ticketId !== undefined) followTicket(ctx, data.fromTicketId, ticketId)
  }),
]

function followAuthor(ctx: CompanyContext, fromId: ContactId, intoId: ContactId) {
  const { sqlite } = ctx.company
  sqlite.query('UPDATE message SET contact_id = ? WHERE contact_id = ?').run(intoId, fromId)
  // Of two reactions of one person the one of the record that stays is kept.
  sqlite.query('UPDATE OR IGNORE message_reaction SET author = ? WHERE author = ?').run(intoId, fromId)
  sqlite.query('DELETE FROM message_reaction WHERE author = ?').run(fromId)
}

function followTicket(ctx: CompanyContext, fromId: TicketId, intoId: TicketId) {
  ctx.company.sqlite.query('UPDATE message SET ticket_id = ? WHERE ticket_id = ?').run(intoId, fromId)
}
