import type { Bot } from '../../bot/bot'
import { findOwner } from '../../bot/run-bots'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { InboundConnection } from '../../message/inbound/inbound-message'
import type { ReadContent } from '../../message/inbound/inbound-content'
import type { ContactRow } from '../../contact/contact.queries'
import { findActiveTicket } from '../../ticket/ticket.queries'
import { handleCampaignAnswer } from './handle-campaign-answer'

/**
 * Handles answers to campaigns that arrive on a ticket. Words such as "1" and "sair" belong to another bot if that
 * one has asked since.
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
    return content.mediaType === null && handleCampaignAnswer(ctx, given) ? 'handled' : 'pass'
  },
}

/**
 * Handles an answer to a campaign that opens no tickets, if the contact has none, because thousands of answers would
 * fill the inbox. Returns whether the message is stored in the contact's history only.
 */
export function handleSilentAnswer(
  ctx: CompanyContext,
  { contact, connection, content }: { contact: ContactRow; connection: InboundConnection; content: ReadContent },
): boolean {
  if (content.mediaType !== null || findActiveTicket(ctx, contact.id, connection.id)) return false
  const given = { contactId: contact.id, connectionId: connection.id, text: content.body }
  return handleCampaignAnswer(ctx, { ...given, onlySilent: true })
}
