import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import { channelRules } from '../../channel/channel-rules.contract'
import { type Connection, findConnection } from '../../connection/connection.queries'
import { createContact } from '../../contact/contact.commands'
import { type ContactRow, findContactByNumber, findContactRow, getContactRow } from '../../contact/contact.queries'
import { asSystem, type CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { Refusal } from '../../kernel/errors'
import type { ContactId } from '../../kernel/ids'
import { boundsOfDay, localDay, timeZoneOf } from '../../kernel/time/time-zone'
import { pick, recordOf } from '../../kernel/typed-object.contract'
import { lastInboundMs } from '../../message/compose/last-inbound.view'
import { isInReplyWindow } from '../../message/compose/compose-messages'
import { sendOutreach } from '../../message/send/send-outreach'
import type { OutreachTicketRule } from '../../ticket/opening/resolve-outreach-ticket'
import { findTemplate } from '../../template/template.queries'
import { findTemplateFault } from '../../template/use-template'
import { isSuppressed } from '../../suppression/suppression.record'
import { announceProgress } from '../campaign.live'
import { contentFor } from './campaign-content'
import { filledConfirmations, filledMessages, pickNumber } from './campaign-messages'
import { stopCampaign } from './campaign-status'
import { fieldOf, nameOf } from './campaign-templates'
import { endTurn } from './campaign-turns'
import { dailyLimitOf, notePace, readPace } from './campaign-pace'
import { readCampaignSettings } from '../edit/campaign-settings'
import { type Campaign, findCampaign, findShipping, type Shipping } from '../campaign.queries'
import { campaignShippingTable, campaignTable } from '../campaign.tables'
import { expiryOf } from './expire-answers'
import { nextOpening } from './sending-window'

export const campaignKey = 'campaign '

type StepResult = { nextAt: Date } | { reason: 'budget'; until: Date }

export function sendToRecipient(ctx: CompanyContext, campaignId: number, shippingId: number): StepResult {
  const system = asSystem(ctx)
  return system.transaction(() => send(system, campaignId, shippingId))
}

function send(ctx: CompanyContext, campaignId: number, shippingId: number): StepResult {
  const campaign = findCampaign(ctx, campaignId)
  const recipient = findShipping(ctx, shippingId)
  const connection = campaign?.connectionId ? findConnection(ctx, campaign.connectionId) : undefined
  const isOpen = recipient?.state === 'waiting' || recipient?.state === 'confirmed'
  if (campaign?.status !== 'EM_ANDAMENTO' || !isOpen || !connection) return { nextAt: ctx.now }
  const pace = readPace(ctx, connection)
  const pacing = { channel: connection.channel, settings: readCampaignSettings(ctx) }
  const exclusion = findExclusion(ctx, recipient)
  if (exclusion) {
    setShipping(ctx, recipient, { state: 'excluded', reason: exclusion })
    return { nextAt: ctx.now }
  }
  const contact = contactOf(ctx, recipient)
  const isNewChat = startsChat(ctx, connection, contact)
  if (isNewChat && pace.used >= dailyLimitOf(ctx, pace, connection)) {
    endTurn(ctx, campaign.id)
    return waitForTomorrow(ctx)
  }
  if (stopsByTemplate(ctx, campaign, recipient, connection)) return { nextAt: ctx.now }
  const isSent = write(ctx, { campaign, recipient, connection, contact })
  if (!isSent) return { nextAt: ctx.now }
  endTurn(ctx, campaign.id)
  return { nextAt: notePace(ctx, pace, pacing, isNewChat).nextAt }
}

/** Outside the reply window, or with new people. */
function startsChat(ctx: CompanyContext, { id: connectionId, channel }: Connection, { id: contactId }: ContactRow) {
  if (channelRules[channel].templates) return !isInReplyWindow(ctx, { channel, contactId, connectionId })
  return lastInboundMs(ctx, { contactId, connectionId }) === undefined
}

function stopsByTemplate(
  ctx: CompanyContext,
  campaign: Campaign,
  recipient: Shipping,
  connection: Connection,
): boolean {
  const asks = asksFirst(campaign, recipient)
  const choice = campaign.templates[fieldOf(asks ? 'confirmation' : 'message', numberOf(campaign, recipient, asks))]
  if (!choice || !findTemplateFault(ctx, connection.id, choice)) return false
  const status = findTemplate(ctx, connection.id, choice)?.status ?? ''
  return stopCampaign(ctx, campaign.id, 'template', [nameOf(choice), status].filter(Boolean).join(': '))
}

const asksFirst = ({ confirmation }: Campaign, { state }: Shipping) => confirmation && state === 'waiting'

/** Opted out, blocked or merged since. */
function findExclusion(ctx: CompanyContext, recipient: Shipping): string | undefined {
  if (isSuppressed(ctx, recipient.phoneKey)) return 'suppressed'
  const contact = knownContact(ctx, recipient)
  if (contact && !contact.active) return 'blocked'
  if (contact && isWrittenTo(ctx, recipient, contact.id)) return 'sameContact'
  return undefined
}

/** A recipient without an account has failed. */
export function noteLookup(ctx: CompanyContext, { id }: Shipping, hasAccount: boolean) {
  ctx.transaction(() => {
    const recipient = findShipping(ctx, id)
    // The contact answered, or was written to, while the provider was asked.
    if (recipient?.state !== 'waiting' && recipient?.state !== 'confirmed') return
    if (hasAccount) statements.checked.run(ctx, { id })
    else {
      const reason = findExclusion(ctx, recipient)
      setShipping(ctx, recipient, reason ? { state: 'excluded', reason } : { state: 'failed', reason: 'invalidNumber' })
    }
  })
}

function isWrittenTo(ctx: CompanyContext, { id, campaignId }: Shipping, contactId: number) {
  return statements.written.get(ctx, { contactId, campaignId, id }) !== undefined
}

function knownContact(ctx: CompanyContext, { contactId, number }: Shipping): ContactRow | undefined {
  const known = contactId === null ? undefined : findContactRow(ctx, contactId)
  return known ?? (number === '' ? undefined : findContactByNumber(ctx, number))
}

function contactOf(ctx: CompanyContext, recipient: Shipping): ContactRow {
  const { name, number, email } = recipient
  return knownContact(ctx, recipient) ?? getContactRow(ctx, createContact(ctx, { name, number, email }))
}

function waitForTomorrow(ctx: CompanyContext): StepResult {
  const zone = timeZoneOf(ctx)
  const { endMs } = boundsOfDay(localDay(ctx.now, zone), zone)
  return { reason: 'budget', until: nextOpening(readCampaignSettings(ctx), new Date(endMs), zone) }
}

interface Writing {
  campaign: Campaign
  recipient: Shipping
  connection: Connection
  contact: ContactRow
}

/** A refusal marks the recipient as failed. Returns whether it was queued. */
function write(ctx: CompanyContext, { campaign, recipient, connection, contact }: Writing): boolean {
  const asks = asksFirst(campaign, recipient)
  const no = numberOf(campaign, recipient, asks)
  try {
    const { messageIds } = sendOutreach(ctx, {
      key: `${campaignKey}${campaign.id} ${recipient.id}${asks ? ' confirmation' : ''}`,
      cause: { kind: 'campaign', id: campaign.id, name: campaign.name },
      contact,
      connectionIds: [connection.id],
      ...contentFor(ctx, { campaign, person: recipient, field: fieldOf(asks ? 'confirmation' : 'message', no) }),
      ticket: ruleOf(campaign),
    })
    const messageId = messageIds.at(-1)
    if (messageId === undefined) throw new Refusal('ERR_SENDING_WAPP_MSG')
    setShipping(ctx, recipient, {
      contactId: contact.id,
      ...(asks
        ? {
            state: 'asked',
            confirmationNo: no,
            confirmationMessageId: messageId,
            confirmationRequestedAt: ctx.now,
            expiresRunMs: expiryOf(campaign),
          }
        : { state: 'sending', messageNo: no, messageId }),
    })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    setShipping(ctx, recipient, { state: 'failed', reason: reasonOf(error), contactId: contact.id })
    return false
  }
}

function reasonOf({ code, details }: Refusal) {
  const isValue = Object.keys(details.fields ?? {}).some((field) => field.startsWith('values.'))
  return isValue ? 'templateValues' : code
}

function numberOf(campaign: Campaign, { messageNo, confirmationNo }: Shipping, asks: boolean): number {
  const filled: readonly number[] = asks ? filledConfirmations(campaign) : filledMessages(campaign)
  const chosen = asks ? confirmationNo : messageNo
  return filled.includes(chosen) ? chosen : pickNumber(filled)
}

function ruleOf({ openTicket, statusTicket, queueId, userId }: Campaign): OutreachTicketRule {
  return openTicket ? { open: statusTicket, queueId, userId } : { open: 'none' }
}

const { id, campaignId, contactId, messageId, confirmationMessageId } = campaignShippingTable
const kept = [
  'contactId',
  'messageNo',
  'messageId',
  'confirmationNo',
  'confirmationMessageId',
  'confirmationRequestedAt',
  'expiresRunMs',
] as const

type Changes = Pick<Shipping, 'state'> & Partial<Pick<Shipping, 'reason' | (typeof kept)[number]>>

const statements = {
  change: statement((db, of: Changes & { id: number }) =>
    db
      .update(campaignShippingTable)
      .set({
        ...recordOf(kept, (name) => sql`coalesce(${of[name]}, ${campaignShippingTable[name]})`),
        ...pick(of, 'state', 'reason'),
      })
      .where(eq(id, of.id)),
  ),
  written: statement((db, of: { id: number; campaignId: number; contactId: ContactId }) =>
    db
      .select({ id })
      .from(campaignShippingTable)
      .where(
        and(
          eq(contactId, of.contactId),
          eq(campaignId, of.campaignId),
          ne(id, of.id),
          or(isNotNull(messageId), isNotNull(confirmationMessageId)),
        ),
      )
      .limit(1),
  ),
  checked: statement((db, of: { id: number }) =>
    db.update(campaignShippingTable).set({ isChecked: true }).where(eq(id, of.id)),
  ),
  goOn: statement((db, of: { id: number }) =>
    db
      .update(campaignTable)
      .set({ waitReason: '', waitUntil: null })
      .where(and(eq(campaignTable.id, of.id), ne(campaignTable.waitReason, ''))),
  ),
}

function setShipping(ctx: CompanyContext, { id, campaignId }: Shipping, changes: Changes) {
  statements.change.run(ctx, { reason: '', ...changes, id })
  statements.goOn.run(ctx, { id: campaignId })
  announceProgress(ctx, campaignId)
}
