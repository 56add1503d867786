import type { InboundEvent, ChatState } from '../../channel/channel'
import { findContactIdByIdentity, getContactRow } from '../../contact/contact.queries'
import { identityKey } from '../../contact/identity/resolve-contact'
import { perCompany } from '../../kernel/company/company-files'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { ConnectionId, TicketId } from '../../kernel/ids'
import { publishNow } from '../../kernel/live/live'
import { findActiveTicket, type TicketRow } from '../../ticket/ticket.queries'
import { ticketTopics, canChangeTicket } from '../../ticket/ticket.policy'
import { setTyping, watchTyping } from '../../connection/running/connection-channel'
import { findContactAddress } from '../../contact/identity/contact-address'
import type { AgentPresence } from './agent-presence.contract'
import { sendsReadReceipt, writeBarOf } from '../message.policy'

/** A contact must not flood the sockets of all subscribers. */
const contactThrottle = perCompany(() => createTypingThrottle(1000))

/** Without the name, which may be a hidden number. */
export function publishTyping(ctx: CompanyContext, connectionId: ConnectionId, event: InboundEvent) {
  if (event.type !== 'presence' || ctx.company.services.live.watching(ctx.company.id) === 0) return
  for (const address of event.chat.addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(ctx, address, connectionId))
    const ticket = contactId === undefined ? undefined : findActiveTicket(ctx, contactId, connectionId)
    if (!ticket) continue
    if (!contactThrottle(ctx.company)(ticket.id, event.state, ctx.now.getTime())) return
    return publishNow(ctx, {
      topics: ticketTopics(ticket),
      event: 'presence',
      data: { ticketId: ticket.id, state: event.state },
    })
  }
}

const rememberedMax = 5000

interface PublishedState {
  state: ChatState
  writingAtMs: number
}

/** Per ticket. The end is passed on once. */
export function createTypingThrottle(writingAtMostEachMs: number) {
  const published = new Map<TicketId, PublishedState>()
  return function isWorthPublishing(ticketId: TicketId, state: ChatState, nowMs: number) {
    const last = published.get(ticketId) ?? { state: 'paused', writingAtMs: 0 }
    if (state === 'paused' && last.state === 'paused') return false
    if (state !== 'paused' && nowMs - last.writingAtMs < writingAtMostEachMs) return false
    if (published.size >= rememberedMax) published.clear()
    published.set(ticketId, { state, writingAtMs: state === 'paused' ? last.writingAtMs : nowMs })
    return true
  }
}

const agentThrottle = perCompany(() => createTypingThrottle(3000))

/** Agents whose view sends read receipts also subscribe to the contact's typing. */
export function showAgentPresence(ctx: CompanyContext, ticket: TicketRow, presence: AgentPresence) {
  if (presence === 'noting' || presence === 'away') return
  const { connectionId } = ticket
  const contact = getContactRow(ctx, ticket.contactId)
  if (connectionId === null || writeBarOf(ticket.status, contact.active) || !canChangeTicket(ctx.actor, ticket)) return
  if (presence === 'viewing' && !sendsReadReceipt(ctx.actor, ticket)) return
  const address = findContactAddress(ctx, contact, connectionId)
  if (!address) return
  if (presence === 'viewing') return void watchTyping(ctx, connectionId, address)
  if (!agentThrottle(ctx.company)(ticket.id, presence, ctx.now.getTime())) return
  void setTyping(ctx, connectionId, address, presence)
}
