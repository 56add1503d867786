import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { isSuppressionReply, suppress } from '../../suppression/suppress'
import { acknowledgeLater } from './acknowledge-opt-out'
import { announceProgress } from '../campaign.live'
import { lastOutgoingMessage } from './last-outgoing.view'
import { readAnswer } from './read-answer'
import { wakeCampaign } from '../run/wake-campaign'

interface GivenAnswer {
  contactId: ContactId
  connectionId: ConnectionId
  text: string
  /** Only for answers to a campaign that opens no tickets. */
  onlySilent?: boolean
}

interface Recipient {
  id: number
  campaignId: number
  name: string
  number: string
  phoneKey: string
  state: string
  openTicket: 0 | 1
  messageId: number | null
  confirmationMessageId: number | null
}

const columns = `s.id, s.campaign_id AS campaignId, s.name, s.number, s.phone_key AS phoneKey, s.state, c.open_ticket AS openTicket,
  s.message_id AS messageId, s.confirmation_message_id AS confirmationMessageId`

const statements = perCompany(({ sqlite }) => ({
  // A contact is a recipient of few campaigns.
  asked: sqlite.prepare<Recipient, [number, number]>(
    `SELECT ${columns} FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
     WHERE s.contact_id = ? AND s.state = 'asked' AND c.connection_id = ?
     ORDER BY s.confirmation_requested_at DESC, s.id DESC LIMIT 1`,
  ),
  written: sqlite.prepare<Recipient, [number, number]>(
    `SELECT ${columns} FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
     WHERE s.contact_id = ? AND c.connection_id = ? AND (s.message_id IS NOT NULL OR s.confirmation_message_id IS NOT NULL)
     ORDER BY s.id DESC LIMIT 1`,
  ),
  confirm: sqlite.prepare<unknown, [number, number]>(
    `UPDATE campaign_shipping SET state = 'confirmed', confirmed_at = ? WHERE id = ? AND state = 'asked'`,
  ),
  exclude: sqlite.prepare<unknown, [string, number]>(
    `UPDATE campaign_shipping SET state = 'excluded', reason = ?
     WHERE id = ? AND state IN ('waiting', 'asked', 'confirmed')`,
  ),
}))

export function handleCampaignAnswer(
  ctx: CompanyContext,
  { contactId, connectionId, text, onlySilent }: GivenAnswer,
): boolean {
  const answer = readAnswer(text)
  if (!answer) return false
  const request = statements(ctx.company).asked.get(contactId, connectionId)
  const recipient = answer === 'optOut' ? (request ?? lastWritten(ctx, contactId, connectionId)) : request
  if (!recipient || (onlySilent && recipient.openTicket === 1)) return false
  ctx.transaction(() => {
    const { confirm, exclude } = statements(ctx.company)
    if (answer === 'yes') confirm.run(ctx.now.getTime(), recipient.id)
    else exclude.run(answer === 'no' ? 'declined' : 'optOut', recipient.id)
    if (answer === 'optOut') leave(ctx, recipient, { contactId, connectionId })
    announceProgress(ctx, recipient.campaignId)
    wakeCampaign(ctx, recipient.campaignId)
  })
  return true
}

function leave(ctx: CompanyContext, recipient: Recipient, by: Pick<GivenAnswer, 'contactId' | 'connectionId'>) {
  const { name, number, phoneKey } = recipient
  const suppression = suppress(ctx, { name, number, phoneKey, source: 'optOut' })
  if (suppression) acknowledgeLater(ctx, suppression.id, by)
}

/**
 * Returns the campaign's recipient if the last message to the contact was the campaign's or its opt-out confirmation.
 */
function lastWritten(ctx: CompanyContext, contactId: ContactId, connectionId: ConnectionId) {
  const recipient = statements(ctx.company).written.get(contactId, connectionId)
  if (!recipient) return undefined
  const last = recipient.messageId ?? recipient.confirmationMessageId
  const newest = lastOutgoingMessage(ctx, contactId, connectionId)
  if (newest === undefined) return undefined
  return newest === last || isSuppressionReply(ctx, recipient.phoneKey, newest) ? recipient : undefined
}
