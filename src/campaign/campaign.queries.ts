import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { findConnection } from '../connection/connection.queries'
import { findContactList } from '../contact-list/contact-list.record'
import type { CompanyContext } from '../kernel/company/company-context'
import { indexedBy } from '../kernel/database/expressions'
import { statement } from '../kernel/database/statement'
import { required } from '../kernel/errors'
import { findMedia, mediaUrl } from '../kernel/file/media-store'
import type { ConnectionId } from '../kernel/ids'
import { recordTable } from '../kernel/record/record-table'
import { findQueue } from '../queue/queue.queries'
import { findTag } from '../tag/tag.queries'
import { findUser } from '../user/user.queries'
import type { CampaignView } from './campaign.calls'
import { recordOf } from '../kernel/typed-object.contract'
import { messageFieldNames } from './campaign.contract'
import { isEditable } from './campaign.policy'
import { campaignChargeTable, campaignShippingTable, campaignTable } from './campaign.tables'

export type Campaign = typeof campaignTable.$inferSelect
export type Shipping = typeof campaignShippingTable.$inferSelect

export const campaignRecords = recordTable({
  table: campaignTable,
  notFound: 'ERR_NO_CAMPAIGN_FOUND',
  sort: (a, b) => b.id - a.id,
})

const sharingShown = 20

const { id, name, status, connectionId, waiting, confirmed, isExpanded } = campaignTable

const isSending = and(eq(status, 'EM_ANDAMENTO'), or(gt(sql`${waiting} + ${confirmed}`, 0), eq(isExpanded, false)))

const statements = {
  campaign: statement((db, of: { id: number }) => db.select().from(campaignTable).where(eq(id, of.id))),
  shipping: statement((db, of: { id: number }) =>
    db.select().from(campaignShippingTable).where(eq(campaignShippingTable.id, of.id)),
  ),
  sharing: statement((db, of: { id: number; connectionId: ConnectionId }) =>
    db
      .select({ id, name })
      .from(indexedBy(campaignTable, 'campaign_turn'))
      .where(and(eq(connectionId, of.connectionId), isSending, ne(id, of.id)))
      .orderBy(id)
      .limit(sharingShown),
  ),
}

export function findCampaign(ctx: CompanyContext, id: number): Campaign | undefined {
  return statements.campaign.get(ctx, { id })
}

export function getCampaign(ctx: CompanyContext, id: number): Campaign {
  return required(findCampaign(ctx, id), 'ERR_NO_CAMPAIGN_FOUND')
}

export function findShipping(ctx: CompanyContext, id: number): Shipping | undefined {
  return statements.shipping.get(ctx, { id })
}

export function findCampaignUsing(ctx: CompanyContext, listId: number): string | undefined {
  const { name, contactListId, status } = campaignTable
  const where = and(eq(contactListId, listId), or(eq(status, 'EM_ANDAMENTO'), needsSource))
  return ctx.db.select({ name }).from(campaignTable).where(where).get()?.name
}

export function isTagOfCampaign(ctx: CompanyContext, tagId: number): boolean {
  const found = ctx.db.select({ id: campaignTable.id }).from(campaignTable).where(eq(campaignTable.tagId, tagId)).get()
  return found !== undefined
}

export function isRepeated(ctx: CompanyContext, id: number): boolean {
  const where = and(eq(campaignTable.sourceCampaignId, id), needsSource)
  return ctx.db.select({ id: campaignTable.id }).from(campaignTable).where(where).get() !== undefined
}

/** Will begin by itself, or has recipients to determine. */
const needsSource = or(
  eq(campaignTable.status, 'PROGRAMADA'),
  and(inArray(campaignTable.status, ['EM_ANDAMENTO', 'CANCELADA']), eq(campaignTable.isExpanded, false)),
)

export function presentCampaign(ctx: CompanyContext, campaign: Campaign): CampaignView {
  const { id, name, status, stopReason, stopDetail, confirmation, contactListId, connectionId, userId, queueId } =
    campaign
  const media = findMedia(ctx, campaign.mediaId)
  const list = contactListId === null ? undefined : findContactList(ctx, contactListId)
  const tag = campaign.tagId === null ? undefined : findTag(ctx, campaign.tagId)
  const connection = connectionId === null ? undefined : findConnection(ctx, connectionId)
  const user = userId === null ? undefined : findUser(ctx, userId)
  const queue = queueId === null ? undefined : findQueue(ctx, queueId)
  return {
    ...recordOf(messageFieldNames, (field) => campaign[field]),
    id,
    companyId: ctx.company.id,
    name,
    templates: campaign.templates,
    status,
    stopReason,
    stopDetail,
    confirmation,
    contactListId,
    userId,
    queueId,
    scheduledAt: iso(campaign.scheduledAt),
    startedAt: iso(campaign.startedAt),
    completedAt: iso(campaign.completedAt),
    contactList: named(list),
    tagListId: campaign.tagId,
    tagList: named(tag),
    sourceCampaignId: campaign.sourceCampaignId,
    whatsappId: connectionId,
    whatsapp: named(connection),
    user: named(user),
    queue: named(queue),
    openTicket: campaign.openTicket ? 'enabled' : 'disabled',
    statusTicket: campaign.statusTicket,
    mediaPath: media ? mediaUrl(media.key) : null,
    mediaName: media?.name ?? null,
    isEditable: isEditable(campaign, ctx.now),
    isWarned: connection !== undefined && connection.warnedAt !== null,
    waitReason: campaign.waitReason,
    waitUntil: iso(campaign.waitUntil),
    sharesWith: sharesWith(ctx, campaign),
    isExpanded: campaign.isExpanded,
    ...countsOf(campaign),
    createdAt: campaign.createdAt.toISOString(),
    updatedAt: campaign.updatedAt.toISOString(),
  }
}

export function listCampaignCharges({ db }: CompanyContext, campaignId: number) {
  const { category, isBillable, messages } = campaignChargeTable
  const ofCampaign = eq(campaignChargeTable.campaignId, campaignId)
  return db.select({ category, isBillable, messages }).from(campaignChargeTable).where(ofCampaign).all()
}

function sharesWith(ctx: CompanyContext, { id, status, connectionId, waiting, confirmed, isExpanded }: Campaign) {
  const isSending = status === 'EM_ANDAMENTO' && (waiting + confirmed > 0 || !isExpanded)
  return isSending && connectionId !== null ? statements.sharing.all(ctx, { connectionId, id }) : []
}

const iso = (at: Date | null) => at?.toISOString() ?? null
export const named = (record: { id: number; name: string } | undefined) =>
  record ? { id: record.id, name: record.name } : null

function countsOf(campaign: Campaign) {
  const { sent, failed, excluded, expired, leftOut } = campaign
  return {
    validCount: recipientsOf(campaign) - leftOut,
    leftOutCount: leftOut,
    endedCount: sent + failed + excluded + expired - leftOut,
    sentCount: sent,
    failedCount: failed,
    excludedCount: excluded,
    expiredCount: expired,
    confirmationsRequestedCount: campaign.confirmationsRequested,
    confirmationsCount: campaign.confirmations,
    deliveredCount: campaign.delivered,
    seenCount: campaign.seen,
    answeredCount: campaign.answered,
    optedOutCount: campaign.optedOut,
  }
}

function recipientsOf({ waiting, asked, confirmed, sending, sent, failed, excluded, expired }: Campaign) {
  return waiting + asked + confirmed + sending + sent + failed + excluded + expired
}
