import type { InboundEvent } from '../channel/channel'
import { findContactIdByIdentity } from '../contact/contact.queries'
import { identityKey } from '../contact/resolve-contact'
import { perCompany } from '../kernel/company-files'
import type { CompanyContext } from '../kernel/company-context'
import type { ConnectionId, TicketId } from '../kernel/ids'
import { publishNow } from '../kernel/live'
import { findActiveTicket } from '../ticket/ticket.queries'
import { ticketTopics } from '../ticket/ticket-topics'

type Presence = Extract<InboundEvent, { type: 'presence' }>

/** A contact who begins and stops without end must not fill the lines of everybody who watches. */
const writingAtMostEachMs = 1000
const rememberedMax = 5000

interface Told {
  state: Presence['state']
  writingAtMs: number
}

const lastTold = perCompany(() => new Map<TicketId, Told>())

/**
 * Tells who hears of the contact's ticket that the contact is writing or recording. Nothing of it
 * is kept. Without the contact's name, which may be a number that is hidden from some of them.
 */
export function tellTyping(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent) {
  if (event.type !== 'presence' || ctx.company.services.live.watching(ctx.company.id) === 0) return
  for (const address of event.chat.addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(address, connectionId))
    const ticket = contactId === undefined ? undefined : findActiveTicket(ctx, contactId, connectionId)
    if (!ticket) continue
    if (!isWorthTelling(ctx, ticket.id, event.state)) return
    return publishNow(ctx, {
      topics: ticketTopics(ticket),
      event: 'presence',
      data: { ticketId: ticket.id, state: event.state },
    })
  }
}

/** Writing at most once a second and ticket; the pause that ends it once. */
function isWorthTelling(ctx: CompanyContext, ticketId: TicketId, state: Presence['state']) {
  const told = lastTold(ctx.company)
  const last = told.get(ticketId)
  const nowMs = ctx.now.getTime()
  if (state === 'paused' ? last?.state === 'paused' : nowMs - (last?.writingAtMs ?? 0) < writingAtMostEachMs) {
    return false
  }
  if (told.size >= rememberedMax) told.clear()
  told.set(ticketId, { state, writingAtMs: state === 'paused' ? (last?.writingAtMs ?? 0) : nowMs })
  return true
}
