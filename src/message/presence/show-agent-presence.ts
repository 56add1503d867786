import { setTyping, watchTyping } from '../../connection/running/connection-channel'
import { getContactRow } from '../../contact/contact.queries'
import { findContactAddress } from '../../contact/identity/contact-address'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { TicketRow } from '../../ticket/ticket.queries'
import { canChangeTicket } from '../../ticket/ticket.policy'
import type { AgentPresence } from './agent-presence.contract'
import { sendsReadReceipt, writeBarOf } from '../message.policy'
import { createTypingThrottle } from './typing-throttle'

const throttle = perCompany(() => createTypingThrottle(3000))

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
  if (!throttle(ctx.company)(ticket.id, presence, ctx.now.getTime())) return
  void setTyping(ctx, connectionId, address, presence)
}
