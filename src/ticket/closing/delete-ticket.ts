import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId, TicketId } from '../../kernel/ids'
import { assignmentOf } from '../ticket.events'
import { canDeleteTicket } from '../ticket.policy'
import { getTicket, getTicketRow, idsOfContact, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

const remove = statement((db, v: { id: TicketId }) => db.delete(ticketTable).where(eq(ticketTable.id, v.id)))

/** Deletes a ticket with its messages, notes and files. The event log keeps who deleted it. */
export function deleteTicket(ctx: CompanyContext, ticketId: TicketId) {
  ctx.transaction(() => {
    const ticket = getTicket(ctx, ticketId)
    if (!canDeleteTicket(ctx.actor)) refuse('ERR_NO_PERMISSION')
    removeTicket(ctx, ticket)
  })
}

/**
 * Without a permission check. The event is recorded first, because messages delete their files when they receive it.
 */
function removeTicket(ctx: CompanyContext, ticket: TicketRow) {
  const { id, uuid, contactId } = ticket
  const subjects = { ticketId: id, contactId }
  recordEvent(ctx, 'ticket.deleted', subjects, { before: assignmentOf(ticket), uuid, contactId })
  remove.run(ctx, { id })
}

/** Deletes a contact's tickets before the contact, so that files are deleted and screens are updated. */
export function removeTicketsOfContact(ctx: CompanyContext, contactId: ContactId) {
  for (const { id } of idsOfContact.all(ctx, { contactId })) removeTicket(ctx, getTicketRow(ctx, id))
}
