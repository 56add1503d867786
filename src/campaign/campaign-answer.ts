import type { Bot } from '../bot/bot'
import { findOwner } from '../bot/run-bots'
import type { CompanyContext } from '../kernel/company-context'
import type { InboundConnection } from '../message/inbound/inbound-message'
import type { ReadContent } from '../message/inbound/inbound-content'
import type { ContactRow } from '../contact/contact.queries'
import { findActiveTicket } from '../ticket/ticket.queries'
import { takeAnswer } from './take-answer'

/**
 * Takes answers to campaigns that arrive on a ticket: one that the campaign opened, or a conversation under way. Words such
 * as "1" and "sair" belong to another bot while that one has asked.
 */
export const campaignAnswer: Bot = {
  kind: 'campaign',
  statuses: ['pending', 'open'],
  isGate: true,
  startsWhenPaused: true,
  ignoresDisableBot: true,
  start(ctx, { ticket, contact, connection, content }) {
    if (findOwner(ctx, ticket)) return 'pass'
    const given = { contactId: contact.id, connectionId: connection.id, text: content.body }
    return content.mediaType === null && takeAnswer(ctx, given) ? 'handled' : 'pass'
  },
}

/**
 * Takes the answer to a campaign that opens no tickets, where the contact has none: thousands of answers would fill the
 * inbox. Returns whether the message is to be kept in the contact's history alone.
 */
export function takeSilentAnswer(
  ctx: CompanyContext,
  { contact, connection, content }: { contact: ContactRow; connection: InboundConnection; content: ReadContent },
): boolean {
  if (content.mediaType !== null || findActiveTicket(ctx, contact.id, connection.id)) return false
  const given = { contactId: contact.id, connectionId: connection.id, text: content.body }
  return takeAnswer(ctx, { ...given, onlySilent: true })
}
