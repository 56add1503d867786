import { eq } from 'drizzle-orm'
import '../contact/contact.events'
import { listIdentities } from '../contact/contact.queries'
import { findConnection } from '../connection/connection.queries'
import '../connection/connection-status.events'
import { noteProviderWarning } from '../connection/inbox/provider-warning'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { type EventPayloads, reaction, recordEvent } from '../kernel/event/event-log'
import type { ContactId, MessageId } from '../kernel/ids'
import '../message/message.events'
import { findMessageRow } from '../message/message.queries'
import { planSync } from '../template/sync-templates'
import { handleEditedAnswer } from './answer/campaign-answer'
import { unconfirmedReason } from './campaign.contract'
import { noteAnswer } from './answer/handle-campaign-answer'
import { announceProgress } from './campaign.live'
import { stopCampaign } from './run/campaign-status'
import { campaignShippingTable } from './campaign.tables'
import { findRunning, noteWarningChange, wakeCampaign, wakeCampaigns } from './run/wake-campaign'

const ackSent = 1
const ackDelivered = 2
const ackRead = 3

/** The numbers of errors by which providers say that an account writes too much. */
const warning = /^(?:463|429|131048)\b/

/** The numbers of errors by which Meta refuses a template for every recipient. */
const templateFault = /^132(?:000|001|007|012|015|016)\b/

interface Sent {
  id: number
  campaignId: number
  status: string
  waitReason: string
  connectionId: number | null
  isMessage: 0 | 1
}

const statements = perCompany(({ sqlite }) => ({
  byMessage: sqlite.prepare<Sent, [number]>(
    `SELECT s.id, s.campaign_id AS campaignId, c.status, c.wait_reason AS waitReason, c.connection_id AS connectionId,
       s.message_id IS ?1 AS isMessage
     FROM campaign_shipping s JOIN campaign c ON c.id = s.campaign_id
     WHERE s.id = (SELECT id FROM campaign_shipping WHERE message_id = ?1
       UNION ALL SELECT id FROM campaign_shipping WHERE confirmation_message_id = ?1 LIMIT 1)`,
  ),
  accepted: sqlite.prepare<unknown, [number, number, number, number]>(
    `UPDATE campaign_shipping SET state = 'sent', reason = '', sent_at = coalesce(sent_at, ?1),
       delivered_at = iif(?2, coalesce(delivered_at, ?1), delivered_at), seen_at = iif(?3, coalesce(seen_at, ?1), seen_at)
     WHERE id = ?4 AND state IN ('sending', 'sent', 'failed')`,
  ),
  failed: sqlite.prepare<unknown, [string, number]>(
    // Meta accepts a message first, and reports later that it was not delivered.
    `UPDATE campaign_shipping SET state = 'failed', reason = ?
     WHERE id = ? AND (state IN ('sending', 'asked') OR (state = 'sent' AND delivered_at IS NULL)
       OR (state = 'failed' AND reason = '${unconfirmedReason}'))`,
  ),
  follow: sqlite.prepare<unknown, [number, number]>('UPDATE campaign_shipping SET contact_id = ? WHERE contact_id = ?'),
  goBack: sqlite.prepare<unknown, [number, number, string]>(
    'UPDATE campaign_shipping SET contact_id = ? WHERE contact_id = ? AND phone_key = ?',
  ),
}))

export const campaignReactions = [
  reaction('message.delivered', (ctx, { messageId, data }) => noteDelivery(ctx, messageId, data)),
  reaction('message.received', (ctx, { contactId, messageId }) => {
    if (contactId !== undefined) noteAnswer(ctx, contactId, messageId)
  }),
  reaction('message.changed', (ctx, { messageId, data }) => {
    if (data.what === 'text') handleEditedAnswer(ctx, messageId)
  }),
  reaction('connection.statusChanged', (ctx, { data }) => {
    if (data.status === 'CONNECTED') wakeCampaigns(ctx, data.connectionId)
  }),
  reaction('contact.merged', (ctx, { data, contactId }) => {
    statements(ctx.company).follow.run(contactId, data.fromContactId)
  }),
  reaction('contact.unmerged', (ctx, { data, contactId }) => goBack(ctx, data.fromContactId, contactId)),
  reaction('contact.deleted', (ctx, { contactId }) => {
    const ofContact = eq(campaignShippingTable.contactId, contactId)
    ctx.db.update(campaignShippingTable).set({ contactId: null }).where(ofContact).run()
  }),
]

/** Records the result of a campaign's message. Stops the campaigns of a connection that its provider warns. */
function noteDelivery(
  ctx: CompanyContext,
  messageId: MessageId,
  { ack, isUnconfirmed }: EventPayloads['message.delivered'],
) {
  const sent = statements(ctx.company).byMessage.get(messageId)
  if (!sent) return
  const error = ack < ackSent ? (findMessageRow(ctx, messageId)?.sendError ?? '') : ''
  if (ack < 0) {
    const reason = isUnconfirmed ? unconfirmedReason : error || 'ERR_SENDING_WAPP_MSG'
    statements(ctx.company).failed.run(reason, sent.id)
  } else if (ack >= ackSent && sent.isMessage) {
    const [isDelivered, isRead] = [Number(ack >= ackDelivered), Number(ack >= ackRead)]
    statements(ctx.company).accepted.run(ctx.now.getTime(), isDelivered, isRead, sent.id)
  }
  if (warning.test(error) && sent.connectionId !== null) stopAll(ctx, sent.connectionId, error)
  else if (templateFault.test(error)) stopForTemplate(ctx, sent, error)
  else if (sent.status === 'EM_ANDAMENTO' && sent.waitReason === 'queue') wakeCampaign(ctx, sent.campaignId)
  announceProgress(ctx, sent.campaignId)
}

/** The template was paused, rejected or changed since it was read. */
function stopForTemplate(ctx: CompanyContext, { campaignId, connectionId }: Sent, error: string) {
  stopCampaign(ctx, campaignId, 'template', error)
  if (connectionId !== null) planSync(ctx, connectionId)
}

/**
 * Stops the connection's campaigns and informs admins; scheduled ones wait until somebody resumes. Messages already
 * sent may be refused with the same warning.
 */
function stopAll(ctx: CompanyContext, connectionId: number, reason: string) {
  const campaignIds = findRunning(ctx, connectionId).filter((id) => stopCampaign(ctx, id, 'provider', reason))
  if (campaignIds.length === 0 && findConnection(ctx, connectionId)?.warnedAt !== null) return
  noteProviderWarning(ctx, connectionId, reason)
  noteWarningChange(ctx, connectionId)
  recordEvent(ctx, 'campaign.warned', {}, { connectionId, campaignIds, reason })
}

/** Recipients with the contact's own numbers belong to it again after a merge is undone. */
function goBack(ctx: CompanyContext, contactId: ContactId, fromId: ContactId) {
  for (const { kind, value } of listIdentities(ctx, contactId)) {
    if (kind === 'phone') statements(ctx.company).goBack.run(contactId, fromId, value)
  }
}
