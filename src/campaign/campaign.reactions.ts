import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { listIdentities } from '../contact/contact.queries'
import { findConnection, findProvider, findSendFault } from '../connection/connection.queries'
import { noteProviderWarning } from '../connection/inbox/provider-warning'
import type { CompanyContext } from '../kernel/company/company-context'
import { asFlag, isSame } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { type EventPayloads, reaction, recordEvent } from '../kernel/event/event-log'
import type { ContactId, MessageId } from '../kernel/ids'
import { findMessageRow } from '../message/message.queries'
import { planSync } from '../template/sync-templates'
import { handleEditedAnswer } from './answer/campaign-answer'
import { unconfirmedReason } from './campaign.contract'
import { noteAnswer } from './answer/handle-campaign-answer'
import { announceProgress } from './campaign.live'
import { resumeStopped, stopCampaign } from './run/campaign-status'
import { campaignShippingTable, campaignTable } from './campaign.tables'
import { findRunning, noteWarningChange, wakeCampaign, wakeCampaigns } from './run/wake-campaign'

const ackSent = 1
const ackDelivered = 2
const ackRead = 3

const recipient = campaignShippingTable
const { id, state, messageId, sentAt, deliveredAt, seenAt } = recipient

type Times = { sentAt: Date; deliveredAt: Date | null; seenAt: Date | null }

const statements = {
  byMessage: statement((db, of: { messageId: MessageId }) => {
    const byRequest = db.select({ id }).from(recipient).where(eq(recipient.confirmationMessageId, of.messageId))
    const found = db.select({ id }).from(recipient).where(eq(messageId, of.messageId)).unionAll(byRequest).limit(1)
    const { campaignId } = recipient
    const { status, waitReason, connectionId } = campaignTable
    return db
      .select({ id, campaignId, status, waitReason, connectionId, isMessage: asFlag(isSame(messageId, of.messageId)) })
      .from(recipient)
      .innerJoin(campaignTable, eq(campaignTable.id, campaignId))
      .where(eq(id, sql`${found}`))
  }),
  accepted: statement((db, of: Times & { id: number }) =>
    db
      .update(recipient)
      .set({
        state: 'sent',
        reason: '',
        sentAt: sql`coalesce(${sentAt}, ${of.sentAt})`,
        deliveredAt: sql`coalesce(${deliveredAt}, ${of.deliveredAt})`,
        seenAt: sql`coalesce(${seenAt}, ${of.seenAt})`,
      })
      .where(and(eq(id, of.id), inArray(state, ['sending', 'sent', 'failed']))),
  ),
  failed: statement((db, of: { id: number; reason: string }) => {
    // Meta accepts first, and may report a failure later.
    const isUndelivered = and(eq(state, 'sent'), isNull(deliveredAt))
    const isUnconfirmed = and(eq(state, 'failed'), eq(recipient.reason, unconfirmedReason))
    return db
      .update(recipient)
      .set({ state: 'failed', reason: of.reason })
      .where(and(eq(id, of.id), or(inArray(state, ['sending', 'asked']), isUndelivered, isUnconfirmed)))
  }),
}

type Sent = NonNullable<ReturnType<typeof statements.byMessage.get>>

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
  reaction('connection.warningEnded', (ctx, { data }) => resumeStopped(ctx, data.connectionId)),
  reaction('contact.merged', (ctx, { data, contactId }) => {
    ctx.db.update(recipient).set({ contactId }).where(eq(recipient.contactId, data.fromContactId)).run()
  }),
  reaction('contact.unmerged', (ctx, { data, contactId }) => goBack(ctx, data.fromContactId, contactId)),
  reaction('contact.deleted', (ctx, { contactId }) => {
    ctx.db.update(recipient).set({ contactId: null }).where(eq(recipient.contactId, contactId)).run()
  }),
]

/** A provider's warning stops the connection's campaigns. */
function noteDelivery(
  ctx: CompanyContext,
  messageId: MessageId,
  { ack, isUnconfirmed }: EventPayloads['message.delivered'],
) {
  const sent = statements.byMessage.get(ctx, { messageId })
  if (!sent) return
  const error = ack < ackSent ? (findMessageRow(ctx, messageId)?.sendError ?? '') : ''
  if (ack < 0) {
    const reason = isUnconfirmed ? unconfirmedReason : error || 'ERR_SENDING_WAPP_MSG'
    statements.failed.run(ctx, { reason, id: sent.id })
  } else if (ack >= ackSent && sent.isMessage) {
    const from = (reached: number) => (ack >= reached ? ctx.now : null)
    const times = { sentAt: ctx.now, deliveredAt: from(ackDelivered), seenAt: from(ackRead) }
    statements.accepted.run(ctx, { ...times, id: sent.id })
  }
  const { connectionId } = sent
  const fault = error && connectionId !== null ? findSendFault(ctx, connectionId, error) : undefined
  if (connectionId !== null && (fault === 'sender' || fault === 'account')) stopAll(ctx, connectionId, error)
  else if (fault === 'template') stopForTemplate(ctx, sent, error)
  else if (sent.status === 'EM_ANDAMENTO' && sent.waitReason === 'queue') wakeCampaign(ctx, sent.campaignId)
  announceProgress(ctx, sent.campaignId)
}

function stopForTemplate(ctx: CompanyContext, { campaignId, connectionId }: Sent, error: string) {
  stopCampaign(ctx, campaignId, 'template', error)
  if (connectionId !== null) planSync(ctx, connectionId)
}

/** Scheduled ones wait. Messages already sent may bring the same warning. */
function stopAll(ctx: CompanyContext, connectionId: number, reason: string) {
  const stopReason = findProvider(ctx, connectionId)?.readNotice ? 'warning' : 'provider'
  const campaignIds = findRunning(ctx, connectionId).filter((id) => stopCampaign(ctx, id, stopReason, reason))
  if (campaignIds.length === 0 && findConnection(ctx, connectionId)?.warnedAt !== null) return
  noteProviderWarning(ctx, connectionId, reason)
  noteWarningChange(ctx, connectionId)
  recordEvent(ctx, 'campaign.warned', {}, { connectionId, campaignIds, reason })
}

function goBack(ctx: CompanyContext, contactId: ContactId, fromId: ContactId) {
  for (const { kind, value } of listIdentities(ctx, contactId)) {
    if (kind !== 'phone') continue
    const own = and(eq(recipient.contactId, fromId), eq(recipient.phoneKey, value))
    ctx.db.update(recipient).set({ contactId }).where(own).run()
  }
}
