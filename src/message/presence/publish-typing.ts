import type { InboundEvent } from '../../channel/channel'
import { findContactIdByIdentity } from '../../contact/contact.queries'
import { identityKey } from '../../contact/identity/resolve-contact'
import { perCompany } from '../../kernel/company/company-files'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId } from '../../kernel/ids'
import { publishNow } from '../../kernel/live/live'
import { findActiveTicket } from '../../ticket/ticket.queries'
import { createTypingThrottle } from './typing-throttle'
import { ticketTopics } from '../../ticket/ticket.policy'

/** A contact must not flood the sockets of all subscribers. */
const throttle = perCompany(() => createTypingThrottle(1000))

/** Without the name, which may be a hidden number. */
export function publishTyping(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent) {
  if (event.type !== 'presence' || ctx.company.services.live.watching(ctx.company.id) === 0) return
  for (const address of event.chat.addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(ctx, address, connectionId))
    const ticket = contactId === undefined ? undefined : findActiveTicket(ctx, contactId, connectionId)
    if (!ticket) continue
    if (!throttle(ctx.company)(ticket.id, event.state, ctx.now.getTime())) return
    return publishNow(ctx, {
      topics: ticketTopics(ticket),
      event: 'presence',
      data: { ticketId: ticket.id, state: event.state },
    })
  }
}
