import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { eraseReferences, oneBatch } from '../../kernel/company/batches'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { deleteMedia, mediaUrlOf } from '../../kernel/file/media-store'
import { refuseOtherCompany } from '../../kernel/http/request-parts'
import { readMoment, timeZoneOf } from '../../kernel/time/time-zone'
import { type CampaignBody, messageFieldNames, type UpdateCampaignBody } from '../campaign.contract'
import { isEditable } from '../campaign.policy'
import { type Campaign, campaignRecords, getCampaign, isRepeated, presentCampaign } from '../campaign.queries'
import { assertMayManageCampaigns } from './campaign-settings'
import { begin, changeStatus, planStart } from '../run/campaign-status'
import { campaignShippingTable, campaignTable } from '../campaign.tables'
import { assertCampaign, assertReady, assertTemplates } from './check-campaign'
import { channelRules } from '../../channel/channel-rules.contract'
import { storeUpload, discardUpload, assignUpload, findUpload } from '../../kernel/file/waiting-upload'

const latest = Date.UTC(2100, 0, 1)
const eraseRecipients = eraseReferences(campaignShippingTable.campaignId, campaignShippingTable.id)

/** @throws Refusal ERR_INVALID_INPUT with fields */
export function createCampaign(ctx: CompanyContext, body: CampaignBody) {
  assertMayManageCampaigns(ctx)
  refuseOtherCompany(ctx, body.companyId)
  return ctx.transaction(() => {
    const columns = columnsOf(ctx, body)
    assertCampaign(ctx, columns)
    const campaign = campaignRecords.insert(ctx, { ...columns, name: body.name, status: 'INATIVA' })
    if (body.mediaPath) attach(ctx, campaign, body.mediaPath)
    assertTemplates(ctx, getCampaign(ctx, campaign.id))
    recordEvent(ctx, 'campaign.created', {}, { campaignId: campaign.id })
    plan(ctx, campaign.id)
    return presentCampaign(ctx, getCampaign(ctx, campaign.id))
  })
}

/** A stopped one takes texts only, one within an hour only its start. @throws Refusal ERR_CAMPAIGN_STATUS, ERR_INVALID_INPUT */
export function updateCampaign(ctx: CompanyContext, id: number, body: UpdateCampaignBody) {
  assertMayManageCampaigns(ctx)
  refuseOtherCompany(ctx, body.companyId)
  return ctx.transaction(() => {
    const before = getCampaign(ctx, id)
    const columns = columnsOf(ctx, body)
    if (before.status === 'CANCELADA') changeTexts(ctx, before, textsOf(before, columns))
    else if (isOnlyStart(ctx, before, columns, body.mediaPath)) moveStart(ctx, id, columns.scheduledAt ?? null)
    else change(ctx, before, columns, body.mediaPath)
    return presentCampaign(ctx, getCampaign(ctx, id))
  })
}

function changeTexts(ctx: CompanyContext, before: Campaign, texts: Partial<Campaign>) {
  assertCampaign(ctx, { ...before, ...texts })
  campaignRecords.update(ctx, before.id, texts)
  assertTemplates(ctx, getCampaign(ctx, before.id))
  recordEvent(ctx, 'campaign.updated', {}, { campaignId: before.id })
  assertReady(ctx, getCampaign(ctx, before.id))
}

function change(ctx: CompanyContext, before: Campaign, columns: Partial<Campaign>, mediaPath?: string | null) {
  assertEditable(ctx, before)
  assertCampaign(ctx, { ...before, ...columns })
  campaignRecords.update(ctx, before.id, columns)
  changeFile(ctx, before, mediaPath)
  assertTemplates(ctx, getCampaign(ctx, before.id))
  recordEvent(ctx, 'campaign.updated', {}, { campaignId: before.id })
  plan(ctx, before.id)
}

function isOnlyStart(ctx: CompanyContext, before: Campaign, columns: Partial<Campaign>, mediaPath?: string | null) {
  if (before.status !== 'PROGRAMADA' || isEditable(before, ctx.now) || columns.scheduledAt === undefined) return false
  const isSameFile = mediaPath === undefined || mediaPath === (mediaUrlOf(ctx, before.mediaId) || null)
  return isSameFile && differences(before, columns).every((name) => name === 'scheduledAt')
}

function moveStart(ctx: CompanyContext, id: number, scheduledAt: Date | null) {
  campaignRecords.update(ctx, id, { scheduledAt })
  recordEvent(ctx, 'campaign.updated', {}, { campaignId: id })
  plan(ctx, id)
}

/** @throws Refusal ERR_CAMPAIGN_STATUS while under way; ERR_CAMPAIGN_IN_USE */
export function deleteCampaign(ctx: CompanyContext, id: number) {
  assertMayManageCampaigns(ctx)
  ctx.transaction(() => {
    const { name, status, mediaId } = getCampaign(ctx, id)
    if (status === 'EM_ANDAMENTO') refuse('ERR_CAMPAIGN_STATUS', { body: { status } })
    if (isRepeated(ctx, id)) refuse('ERR_CAMPAIGN_IN_USE')
    forgetSource(ctx, id)
    deleteMedia(ctx, mediaId)
    planStart(ctx, { ...getCampaign(ctx, id), status: 'INATIVA' })
    recordEvent(ctx, 'campaign.deleted', {}, { campaignId: id, name })
    campaignRecords.remove(ctx, id)
    enqueueJob(ctx, 'campaign.erase', { campaignId: id })
  })
}

function forgetSource(ctx: CompanyContext, id: number) {
  const repeating = eq(campaignTable.sourceCampaignId, id)
  const changed = ctx.db.update(campaignTable).set({ sourceCampaignId: null }).where(repeating).returning().all()
  for (const campaign of changed) recordEvent(ctx, 'campaign.updated', {}, { campaignId: campaign.id })
}

export const eraseCampaignJob: LocalJob<'campaign.erase'> = {
  attemptsMax: 20,
  run(ctx, { campaignId }) {
    return oneBatch(ctx, eraseRecipients(ctx, campaignId)) ? ctx.now : undefined
  },
}

/** Null takes it off. @throws Refusal ERR_CAMPAIGN_STATUS, ERR_INVALID_INPUT */
export function setCampaignMedia(ctx: CompanyContext, id: number, mediaPath: string | null) {
  return updateCampaign(ctx, id, { mediaPath })
}

/** @throws Refusal ERR_CAMPAIGN_STATUS */
export function assertEditable(ctx: CompanyContext, campaign: Campaign) {
  if (!isEditable(campaign, ctx.now)) refuse('ERR_CAMPAIGN_STATUS', { body: { status: campaign.status } })
}

/** A past time means at once; without one it is started manually. */
function plan(ctx: CompanyContext, id: number) {
  const campaign = getCampaign(ctx, id)
  const status = campaign.scheduledAt === null ? ('INATIVA' as const) : ('PROGRAMADA' as const)
  if (status === 'PROGRAMADA') assertReady(ctx, campaign)
  changeStatus(ctx, id, ['INATIVA', 'PROGRAMADA'], { status, stopReason: '' })
  const planned = getCampaign(ctx, id)
  const isDue = planned.scheduledAt !== null && planned.scheduledAt <= ctx.now
  if (isDue) begin(ctx, planned)
  else planStart(ctx, planned)
}

function columnsOf(ctx: CompanyContext, body: UpdateCampaignBody): Partial<Campaign> {
  const { scheduledAt, tagListId, whatsappId, openTicket, companyId, mediaPath, ...same } = body
  return {
    ...same,
    ...(scheduledAt === undefined ? {} : { scheduledAt: readTime(ctx, scheduledAt) }),
    ...(tagListId === undefined ? {} : { tagId: tagListId }),
    ...(whatsappId === undefined ? {} : { connectionId: whatsappId }),
    ...(openTicket === undefined ? {} : { openTicket: openTicket === 'enabled' }),
  }
}

function textsOf(before: Campaign, columns: Partial<Campaign>): Partial<Campaign> {
  const connection = before.connectionId === null ? ['connectionId'] : []
  const texts: readonly string[] = [...messageFieldNames, 'templates', ...connection]
  const fixed = differences(before, columns).filter((name) => !texts.includes(name))
  const fields = Object.fromEntries(fixed.map((name) => [wireNames[name] ?? name, 'fixed']))
  if (fixed.length > 0) refuse('ERR_INVALID_INPUT', { fields })
  return Object.fromEntries(Object.entries(columns).filter(([name]) => texts.includes(name)))
}

function differences(before: Campaign, columns: Partial<Campaign>): string[] {
  const changed = Object.entries(columns).filter(
    ([name, value]) => !isDeepStrictEqual(value, before[name as keyof Campaign]),
  )
  return changed.map(([name]) => name)
}

const wireNames: Readonly<Record<string, string>> = { tagId: 'tagListId', connectionId: 'whatsappId' }

function readTime(ctx: CompanyContext, text: string | null): Date | null {
  if (text === null) return null
  const at = readMoment(text, timeZoneOf(ctx))
  return at && at.getTime() < latest ? at : refuse('ERR_INVALID_INPUT', { fields: { scheduledAt: 'date' } })
}

function changeFile(ctx: CompanyContext, before: Campaign, mediaPath: string | null | undefined) {
  if (mediaPath === undefined) return
  if (mediaPath !== null) return attach(ctx, before, mediaPath)
  if (before.mediaId === null) return
  ctx.db.update(campaignTable).set({ mediaId: null }).where(eq(campaignTable.id, before.id)).run()
  deleteMedia(ctx, before.mediaId)
}

function attach(ctx: CompanyContext, { id, mediaId }: Campaign, mediaPath: string) {
  const media = takeCampaignMedia(ctx, id, mediaPath)
  if (media.id === mediaId) return
  ctx.db.update(campaignTable).set({ mediaId: media.id }).where(eq(campaignTable.id, id)).run()
  deleteMedia(ctx, mediaId)
}

export async function uploadCampaignMedia(ctx: CompanyContext, file: File) {
  assertMayManageCampaigns(ctx)
  return storeUpload(ctx, file, {
    kind: 'campaign',
    fileBytesMax: channelRules.whatsapp.fileBytesMax,
    dropLater: (mediaId, runAt) => enqueueJob(ctx, 'campaign.discardUpload', { mediaId }, { runAt }),
  })
}

/** @throws Refusal ERR_INVALID_INPUT for another campaign's */
const takeCampaignMedia = (ctx: CompanyContext, campaignId: number, mediaPath: string) =>
  assignUpload(ctx, { kind: 'campaign', ownerId: campaignId, mediaPath })

export function findCampaignMedia(ctx: CompanyContext, campaignId: number | null, mediaPath: string | null) {
  return mediaPath === null ? undefined : findUpload(ctx, { kind: 'campaign', ownerId: campaignId ?? 0, mediaPath })
}

export const dropCampaignUploadJob: LocalJob<'campaign.discardUpload'> = {
  attemptsMax: 3,
  run: (ctx, { mediaId }) => discardUpload(ctx, 'campaign', mediaId),
}
