import type { Bot } from '../../bot/bot'
import { findClaim } from '../../bot/run-bots'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyPorts } from '../../kernel/company/company-files'
import type { ReadContent } from '../../message/inbound/inbound-content'
import '../../message/inbound/inbound-message'
import { findMessageRow } from '../../message/message.queries'
import { findActiveTicket } from '../../ticket/ticket.queries'
import { optOutPhrasesOf } from '../edit/campaign-settings'
import { handleCampaignAnswer } from './handle-campaign-answer'
import { readAnswer } from './read-answer.contract'

/**
 * Handles answers to campaigns that arrive on a ticket. Words such as "1" and "sair" belong to the bot that owns the
 * ticket, or to a user, if they have written since. The word that ends a bot's conversation also leaves a campaign
 * written since.
 */
export const campaignAnswer: Bot = {
  kind: 'campaign',
  statuses: ['pending', 'open', 'nps', 'lgpd'],
  isGate: true,
  startsWhenPaused: true,
  ignoresDisableBot: true,
  start(ctx, message) {
    const { ticket, change, contact, connection, content } = message
    const answer = answerOf(ctx, content)
    const claim = answer ? findClaim(ctx, message) : 'none'
    if (!answer || claim === 'always') return 'pass'
    const quotedMessageId = findMessageRow(ctx, message.messageId)?.quotedMessageId ?? null
    const given = { contact, connectionId: connection.id, answer, quotedMessageId }
    const isWaiting = ticket.status === 'pending' && change === 'existing' && claim === 'none'
    if (!handleCampaignAnswer(ctx, { ...given, isWaiting, onlyLast: claim !== 'none' })) return 'pass'
    return claim === 'leave' ? 'pass' : 'handled'
  },
}

/**
 * Handles an answer to a campaign that opens no tickets, if the contact has none, because thousands of answers would
 * fill the inbox. Returns whether the message is stored in the contact's history only.
 */
export const handleSilentAnswer: CompanyPorts['handleSilentAnswer'] = (ctx, message) => {
  const { contact, connection, content, quotedMessageId } = message
  const answer = answerOf(ctx, content)
  if (!answer || findActiveTicket(ctx, contact.id, connection.id)) return false
  const given = { contact, connectionId: connection.id, answer, quotedMessageId }
  return handleCampaignAnswer(ctx, { ...given, onlySilent: true })
}

const answerOf = (ctx: CompanyContext, { body, mediaType }: ReadContent) =>
  mediaType === null ? readAnswer(body, optOutPhrasesOf(ctx)) : undefined
