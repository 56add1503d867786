import type { ContactRow } from '../../contact/contact.queries'
import { phoneKey } from '../../contact/number/phone-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId } from '../../kernel/ids'
import { findOutreachKey } from '../../message/send/send-outreach'
import { suppress } from '../../suppression/suppress'
import { acknowledgementKey, acknowledgeLater } from './acknowledge-opt-out'
import { announceProgress } from '../campaign.live'
import { campaignKey } from '../run/send-to-recipient'
import { lastOutgoingMessage } from './last-outgoing.view'
import { optOutPhrasesOf } from '../edit/campaign-settings'
import { readAnswer } from './read-answer.contract'
import { wakeCampaign } from '../run/wake-campaign'

interface GivenAnswer {
  contact: ContactRow
  connectionId: ConnectionId
  text: string
  /** Only for answers to a campaign that opens no tickets. */
  onlySilent?: boolean
  /** Only if the last message to the contact was a campaign's, because a bot waits for an answer, too. */
  onlyLast?: boolean
}

interface Recipient {
  id: number
  campaignId: number
  name: string
  number: string
  phoneKey: string
  openTicket: 0 | 1
}

const columns = `s.id, s.campaign_id AS campaignId, s.name, s.number, s.phone_key AS phoneKey, c.open_ticket AS openTicket`

const statements = perCompany(({ sqlite }) => ({
  // A contact is a recipient of few campaigns.
  asked: sqlite.prepare<Recipient, [number, number]>(
    `SELECT ${columns} FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
     WHERE s.contact_id = ? AND s.state = 'asked' AND c.connection_id = ? AND c.status = 'EM_ANDAMENTO'
     ORDER BY s.confirmation_message_id DESC LIMIT 1`,
  ),
  byMessage: sqlite.prepare<Recipient, [number]>(
    `SELECT ${columns} FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
     WHERE s.message_id = ?1 OR s.confirmation_message_id = ?1`,
  ),
  confirm: sqlite.prepare<unknown, [number, number]>(
    `UPDATE campaign_shipping SET state = 'confirmed', confirmed_at = ? WHERE id = ? AND state = 'asked'`,
  ),
  exclude: sqlite.prepare<unknown, [string, number]>(
    `UPDATE campaign_shipping SET state = 'excluded', reason = ?
     WHERE id = ? AND state IN ('waiting', 'asked', 'confirmed')`,
  ),
}))

/**
 * A yes or no answers the request of a running campaign. A word of leaving answers such a request, or any campaign
 * whose message is the last one to the contact. Returns whether the text was such an answer.
 */
export function handleCampaignAnswer(ctx: CompanyContext, given: GivenAnswer): boolean {
  const { contact, connectionId, text, onlySilent, onlyLast } = given
  const answer = readAnswer(text, optOutPhrasesOf(ctx))
  if (!answer) return false
  const request = statements(ctx.company).asked.get(contact.id, connectionId) ?? undefined
  const isNeeded = onlyLast || (answer === 'optOut' && !request)
  const last = isNeeded ? findLastWritten(ctx, given) : undefined
  if (isNeeded && !last) return false
  const recipient = request ?? (answer === 'optOut' ? last?.recipient : undefined)
  if (answer !== 'optOut' && !recipient) return false
  if (onlySilent && recipient?.openTicket === 1) return false
  ctx.transaction(() => {
    if (answer === 'optOut') leave(ctx, given, recipient)
    if (!recipient) return
    const { confirm, exclude } = statements(ctx.company)
    if (answer === 'yes') confirm.run(ctx.now.getTime(), recipient.id)
    else exclude.run(answer === 'no' ? 'declined' : 'optOut', recipient.id)
    announceProgress(ctx, recipient.campaignId)
    wakeCampaign(ctx, recipient.campaignId)
  })
  return true
}

function leave(ctx: CompanyContext, { contact, connectionId }: GivenAnswer, recipient: Recipient | undefined) {
  const { name, number } = recipient ?? contact
  const key = recipient?.phoneKey ?? (number === '' ? `contact ${contact.id}` : phoneKey(number))
  const suppression = suppress(ctx, { name, number, phoneKey: key, source: 'optOut' })
  if (suppression) acknowledgeLater(ctx, suppression.id, { contactId: contact.id, connectionId })
}

/**
 * Returns whose message the last one to the contact was, if it was a campaign's. A deleted campaign has no recipients,
 * nor has the confirmation of an opt-out.
 */
function findLastWritten(
  ctx: CompanyContext,
  { contact, connectionId }: GivenAnswer,
): { recipient: Recipient | undefined } | undefined {
  const message = lastOutgoingMessage(ctx, contact.id, connectionId)
  if (!message) return undefined
  const recipient = statements(ctx.company).byMessage.get(message.id) ?? undefined
  if (recipient) return { recipient }
  const key = findOutreachKey(ctx, message) ?? ''
  return key.startsWith(campaignKey) || key.startsWith(acknowledgementKey) ? { recipient } : undefined
}
