import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { assignmentOf, canDeleteTicket } from '../ticket.policy'
import { getTicket, getTicketRow, idsOfContact, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const remove = statement((db, v: { id: TicketId }) => db.delete(ticketTable).where(eq(ticketTable.id, v.id)))

/** The event log keeps who deleted it. */
export function deleteTicket(ctx: CompanyContext, ticketId: TicketId) {
  ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canDeleteTicket(ctx.actor)) refuse('ERR_NO_PERMISSION')
    removeTicket(ctx, ticket)
  })
}

/** The event first: messages delete their files on it. */
export function removeTicket(ctx: CompanyContext, ticket: TicketRow) {
  const { id, uuid, contactId } = ticket
  const subjects = { ticketId: id, contactId }
  recordEvent(ctx, 'ticket.deleted', subjects, { before: assignmentOf(ticket), uuid, contactId })
  remove.run(ctx, { id })
}

export function removeTicketsOfContact(ctx: CompanyContext, contactId: ContactId) {
  for (const { id } of idsOfContact.all(ctx, { contactId })) removeTicket(ctx, getTicketRow(ctx, id))
}
