import type { InboundEvent } from '../channel/channel'
import { findContactIdByIdentity, findContactRow } from '../contact/contact.queries'
import { identityKey } from '../contact/resolve-contact'
import type { CompanyContext } from '../kernel/company-context'
import type { ConnectionId } from '../kernel/ids'
import { publishNow } from '../kernel/live'
import { ticketRoom } from '../kernel/live-hub'
import { findActiveTicket } from '../ticket/ticket.queries'

/** Tells those who have the conversation open that the contact is writing or recording. Nothing of it is kept. */
export function tellTyping(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent) {
  if (event.type !== 'presence' || ctx.company.services.live.watching(ctx.company.id) === 0) return
  for (const address of event.chat.addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(address, connectionId))
    const ticket = contactId === undefined ? undefined : findActiveTicket(ctx, contactId, connectionId)
    if (!ticket || contactId === undefined) continue
    const contact = { id: contactId, name: findContactRow(ctx, contactId)?.name ?? '' }
    const data = { ticketId: ticket.id, contact, state: event.state }
    return publishNow(ctx, { topics: [ticketRoom(ticket.id)], event: 'presence', number: 0, data })
  }
}
