import type { ContactRow } from '../../contact/contact.queries'
import { phoneKey } from '../../kernel/text/phone-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, ContactId, MessageId } from '../../kernel/ids'
import { hourMs } from '../../kernel/time/durations.contract'
import { findMessageRow, type MessageRow } from '../../message/message.queries'
import { findOutreachKey } from '../../message/send/send-outreach'
import { suppress } from '../../suppression/suppression.record'
import { acknowledgementKey, acknowledgeLater } from './acknowledge-opt-out'
import { answerHours } from '../campaign.contract'
import { announceProgress } from '../campaign.live'
import { campaignKey } from '../run/send-to-recipient'
import { lastOutgoingMessage } from './last-outgoing.view'
import type { CampaignAnswer } from './read-answer.contract'
import { wakeCampaign } from '../run/wake-campaign'

interface GivenAnswer {
  contact: ContactRow
  connectionId: ConnectionId
  answer: CampaignAnswer
  /** The message that the contact's quotes. */
  quotedMessageId: MessageId | null
  /** Only for answers to a campaign that opens no tickets. */
  onlySilent?: boolean
  /** Somebody else waits for an answer, too, so that only a campaign that wrote later is answered. */
  onlyLast?: boolean
  /** Only if the very last message is a campaign's, because the words are used for other things, too. */
  isAmbiguous?: boolean
  /** An earlier message of the contact that says this now, answered as if nothing had been sent since. */
  editedMessageId?: MessageId
}

/** Messages of schedules and the like that are passed over to find who asked last. */
const asideMax = 20

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
  written: sqlite.prepare<Recipient & { messageId: number }, [number, number]>(
    `SELECT ${columns}, max(ifnull(s.message_id, 0), ifnull(s.confirmation_message_id, 0)) AS messageId
     FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
     WHERE s.contact_id = ? AND c.connection_id = ? ORDER BY messageId DESC LIMIT 1`,
  ),
  confirm: sqlite.prepare<unknown, [number, number]>(
    `UPDATE campaign_shipping SET state = 'confirmed', confirmed_at = ? WHERE id = ? AND state = 'asked'`,
  ),
  exclude: sqlite.prepare<unknown, [string, number]>(
    `UPDATE campaign_shipping SET state = 'excluded', reason = ?
     WHERE id = ? AND state IN ('waiting', 'asked', 'confirmed')`,
  ),
  note: sqlite.prepare<unknown, [number, number, number]>(
    `UPDATE campaign_shipping SET answered_at = coalesce(answered_at, ?1),
       opted_out_at = iif(?2, coalesce(opted_out_at, ?1), opted_out_at) WHERE id = ?3`,
  ),
  recipient: sqlite.prepare<{ id: number }, [number]>('SELECT id FROM campaign_shipping WHERE contact_id = ? LIMIT 1'),
  noteLast: sqlite.prepare<{ campaignId: number }, [number, number, number]>(
    `UPDATE campaign_shipping SET answered_at = ?1 WHERE answered_at IS NULL AND id = (
       SELECT s.id FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
       WHERE s.contact_id = ?2 AND c.connection_id = ?3
         AND s.state <> 'failed' AND coalesce(s.message_id, s.confirmation_message_id) IS NOT NULL
       ORDER BY max(ifnull(s.message_id, 0), ifnull(s.confirmation_message_id, 0)) DESC LIMIT 1)
     RETURNING campaign_id AS campaignId`,
  ),
}))

/**
 * A yes or no answers the request of a running campaign. A word of leaving answers such a request, any campaign whose
 * message is the last one to the contact, and a recent one, unless a user has written since. A quoted message tells who is
 * answered. Returns whether there was one to answer.
 */
export function handleCampaignAnswer(ctx: CompanyContext, given: GivenAnswer): boolean {
  const { contact, connectionId, answer, quotedMessageId, onlySilent, onlyLast, isAmbiguous } = given
  const request = statements(ctx.company).asked.get(contact.id, connectionId) ?? undefined
  const isNeeded = onlyLast || isAmbiguous || quotedMessageId !== null || (answer === 'optOut' && !request)
  const answered = isNeeded ? findAnswered(ctx, given) : undefined
  if (isNeeded && !answered) return false
  const recipient = request ?? (answer === 'optOut' ? answered?.recipient : undefined)
  if (answer !== 'optOut' && !recipient) return false
  if (onlySilent && recipient?.openTicket === 1) return false
  ctx.transaction(() => {
    if (answer === 'optOut') leave(ctx, given, recipient)
    if (!recipient) return
    const { confirm, exclude, note } = statements(ctx.company)
    note.run(ctx.now.getTime(), Number(answer === 'optOut'), recipient.id)
    if (answer === 'yes') confirm.run(ctx.now.getTime(), recipient.id)
    else exclude.run(answer === 'no' ? 'declined' : 'optOut', recipient.id)
    announceProgress(ctx, recipient.campaignId)
    wakeCampaign(ctx, recipient.campaignId)
  })
  return true
}

/** Counts a contact's message as an answer to the last campaign that wrote to them, whatever it says. */
export function noteAnswer(ctx: CompanyContext, contactId: ContactId, messageId: MessageId) {
  const { recipient, noteLast } = statements(ctx.company)
  // Most messages are from contacts who have received no campaign.
  const connectionId = recipient.get(contactId) && findMessageRow(ctx, messageId)?.connectionId
  const noted = connectionId && noteLast.get(ctx.now.getTime(), contactId, connectionId)
  if (noted) announceProgress(ctx, noted.campaignId)
}

function leave(ctx: CompanyContext, { contact, connectionId }: GivenAnswer, recipient: Recipient | undefined) {
  const { name, number } = recipient ?? contact
  const key = recipient?.phoneKey ?? (number === '' ? `contact ${contact.id}` : phoneKey(number))
  const suppression = suppress(ctx, { name, number, phoneKey: key, source: 'optOut' })
  if (suppression) acknowledgeLater(ctx, suppression.id, { contactId: contact.id, connectionId })
}

/**
 * Returns whose message is answered, the quoted or else the last one to the contact, if it is a campaign's. A deleted
 * campaign has no recipients, nor has the confirmation of an opt-out.
 */
function findAnswered(ctx: CompanyContext, given: GivenAnswer): { recipient: Recipient | undefined } | undefined {
  const { quotedMessageId, onlyLast, isAmbiguous } = given
  const message = quotedMessageId === null ? lastQuestion(ctx, given) : findMessageRow(ctx, quotedMessageId)
  if (!message) return undefined
  const recipient = statements(ctx.company).byMessage.get(message.id) ?? undefined
  if (recipient || isOfCampaign(findOutreachKey(ctx, message))) return { recipient }
  const recent = onlyLast || isAmbiguous || quotedMessageId !== null ? undefined : findRecent(ctx, given)
  return recent && { recipient: recent }
}

/** Schedules and API clients inform a contact. They do not take the word from a campaign that wrote before. */
function lastQuestion(ctx: CompanyContext, given: GivenAnswer): MessageRow | undefined {
  const { contact, connectionId, isAmbiguous, editedMessageId } = given
  let message: MessageRow | undefined
  for (let passed = 0; passed <= asideMax; passed++) {
    const id = lastOutgoingMessage(ctx, contact.id, connectionId, { before: message?.id ?? editedMessageId })
    message = id === undefined ? undefined : findMessageRow(ctx, id)
    const key = message && findOutreachKey(ctx, message)
    if (isAmbiguous || key === undefined || isOfCampaign(key)) return message
  }
  return message
}

const isOfCampaign = (key = '') => key.startsWith(campaignKey) || key.startsWith(acknowledgementKey)

/** Returns the recipient to whom a campaign wrote lately, and no user since. */
function findRecent(ctx: CompanyContext, { contact, connectionId }: GivenAnswer): Recipient | undefined {
  const recipient = statements(ctx.company).written.get(contact.id, connectionId) ?? undefined
  const message = recipient && findMessageRow(ctx, recipient.messageId)
  const ofUser = lastOutgoingMessage(ctx, contact.id, connectionId, { from: 'ofUsers' }) ?? 0
  if (!message || ofUser > message.id) return undefined
  return ctx.now.getTime() - message.createdAt.getTime() < answerHours * hourMs ? recipient : undefined
}
