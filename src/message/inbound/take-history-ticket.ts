import type { ContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company-context'
import { insertTicket } from '../../ticket/insert-ticket'
import type { InboundTicket } from '../../ticket/take-inbound-ticket'
import { findImportedTicket } from '../../ticket/ticket.queries'
import type { InboundConnection } from './inbound-message'

/**
 * Returns the closed ticket that holds the account's history with a contact. It notifies nobody and sorts as the
 * contact's first ticket.
 */
export function takeHistoryTicket(
  ctx: CompanyContext,
  contact: ContactRow,
  connection: InboundConnection,
): InboundTicket {
  const known = findImportedTicket(ctx, contact.id, connection.id)
  if (known) return { ticket: known, change: 'existing', silent: true }
  const ticket = insertTicket(ctx, {
    contactId: contact.id,
    connectionId: connection.id,
    channel: connection.channel,
    isGroup: contact.isGroup,
    status: 'closed',
    queueId: null,
    userId: null,
    startedByUs: false,
    imported: true,
    silent: true,
  })
  return { ticket, change: 'created', silent: true }
}
