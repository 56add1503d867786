import type { Bot } from '../../bot/bot'
import { findClaim } from '../../bot/run-bots'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { InboundConnection } from '../../message/inbound/inbound-message'
import type { ReadContent } from '../../message/inbound/inbound-content'
import type { ContactRow } from '../../contact/contact.queries'
import { findActiveTicket } from '../../ticket/ticket.queries'
import { handleCampaignAnswer } from './handle-campaign-answer'

/**
 * Handles answers to campaigns that arrive on a ticket. Words such as "1" and "sair" belong to the bot that owns the
 * ticket if it has asked since. The word that ends a bot's conversation also leaves a campaign written since.
 */
export const campaignAnswer: Bot = {
  kind: 'campaign',
  statuses: ['pending', 'open', 'nps', 'lgpd'],
  isGate: true,
  startsWhenPaused: true,
  ignoresDisableBot: true,
  start(ctx, message) {
    const { contact, connection, content } = message
    const claim = findClaim(ctx, message)
    if (content.mediaType !== null || claim === 'always') return 'pass'
    const given = { contact, connectionId: connection.id, text: content.body }
    if (!handleCampaignAnswer(ctx, { ...given, onlyLast: claim !== 'none' })) return 'pass'
    return claim === 'leave' ? 'pass' : 'handled'
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
  return handleCampaignAnswer(ctx, { contact, connectionId: connection.id, text: content.body, onlySilent: true })
}
