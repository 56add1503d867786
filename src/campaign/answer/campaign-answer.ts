import type { Bot } from '../../bot/bot'
import { findClaim } from '../../bot/run-bots'
import { getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { CompanyPorts } from '../../kernel/company/company-files'
import type { MessageId } from '../../kernel/ids'
import { hourMs } from '../../kernel/time/durations.contract'
import type { ReadContent } from '../../message/inbound/inbound-content'
import { findMessageRow } from '../../message/message.queries'
import { findActiveTicket, getTicketRow } from '../../ticket/ticket.queries'
import { answerHours } from '../campaign.contract'
import { optOutPhrasesOf } from '../edit/campaign-settings'
import { handleCampaignAnswer } from './handle-campaign-answer'
import { isAmbiguous, readAnswer } from './read-answer.contract'

/** "1" and "sair" belong to the ticket's bot or user, if they have written since. */
export const campaignAnswer: Bot = {
  kind: 'campaign',
  statuses: ['pending', 'open', 'nps', 'lgpd'],
  isGate: true,
  startsWhenPaused: true,
  ignoresDisableBot: true,
  start(ctx, message) {
    const { contact, connection, content } = message
    const answer = answerOf(ctx, content)
    const claim = answer ? findClaim(ctx, message) : 'none'
    if (!answer || claim === 'always') return 'pass'
    const quotedMessageId = findMessageRow(ctx, message.messageId)?.quotedMessageId ?? null
    const given = { contact, connectionId: connection.id, ...answer, quotedMessageId }
    if (!handleCampaignAnswer(ctx, { ...given, onlyLast: claim !== 'none' })) return 'pass'
    return claim === 'leave' ? 'pass' : 'handled'
  },
}

/** Thousands of answers would fill the inbox. Returns whether only the history stores it. */
export const handleSilentAnswer: CompanyPorts['handleSilentAnswer'] = (ctx, message) => {
  const { contact, connection, content, quotedMessageId } = message
  const answer = answerOf(ctx, content)
  if (!answer || findActiveTicket(ctx, contact.id, connection.id)) return false
  const given = { contact, connectionId: connection.id, ...answer, quotedMessageId }
  return handleCampaignAnswer(ctx, { ...given, onlySilent: true })
}

/** An edited message leaves campaigns, too; a yes or no is not taken back. */
export function handleEditedAnswer(ctx: CompanyContext, messageId: MessageId) {
  const message = findMessageRow(ctx, messageId)
  if (!message || message.fromMe || message.connectionId === null) return
  // An imported history fills in placeholders at any time.
  if (ctx.now.getTime() - message.createdAt.getTime() > answerHours * hourMs) return
  const { connectionId, quotedMessageId } = message
  const ticket = getTicketRow(ctx, message.ticketId)
  const read = answerOf(ctx, message)
  if (ticket.isGroup || read?.answer !== 'optOut') return
  const contact = getContactRow(ctx, ticket.contactId)
  const given = { contact, connectionId, ...read, quotedMessageId }
  handleCampaignAnswer(ctx, { ...given, onlyLast: true, editedMessageId: messageId })
}

function answerOf(ctx: CompanyContext, { body, mediaType }: Pick<ReadContent, 'body' | 'mediaType'>) {
  const answer = mediaType === null ? readAnswer(body, optOutPhrasesOf(ctx)) : undefined
  return answer && { answer, isAmbiguous: isAmbiguous(body) }
}
