import { eq } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import { findMedia, recordFile, stageAgain } from '../../kernel/file/media-store'
import { messageFieldNames } from '../campaign.contract'
import { type Campaign, campaignRecords, getCampaign, presentCampaign } from '../campaign.queries'
import { campaignTable } from '../campaign.tables'
import { countUnconfirmed, findRetryTime } from '../run/candidates.view'
import { assertMayManageCampaigns } from './campaign-settings'

type NameOf = (name: string) => string

/** A draft, with recipients to be determined anew. */
export function duplicateCampaign(ctx: CompanyContext, id: number, nameOf: NameOf) {
  assertMayManageCampaigns(ctx)
  return ctx.transaction(() => {
    const before = getCampaign(ctx, id)
    const { contactListId, tagId, sourceCampaignId } = before
    return copy(ctx, before, { name: nameOf(before.name), contactListId, tagId, sourceCampaignId })
  })
}

/** Proposes a later start where Meta spared recipients. @throws Refusal ERR_CAMPAIGN_STATUS, ERR_CAMPAIGN_UNCONFIRMED */
export function retryFailed(ctx: CompanyContext, id: number, nameOf: NameOf) {
  assertMayManageCampaigns(ctx)
  return ctx.transaction(() => {
    const before = getCampaign(ctx, id)
    if (before.failed === 0) refuse('ERR_CAMPAIGN_STATUS', { body: { status: before.status } })
    if (before.failed === countUnconfirmed(ctx, id)) refuse('ERR_CAMPAIGN_UNCONFIRMED')
    return copy(ctx, before, {
      name: nameOf(before.name),
      sourceCampaignId: id,
      scheduledAt: findRetryTime(ctx, id, before.connectionId),
    })
  })
}

type Source = Pick<Campaign, 'name' | 'sourceCampaignId'> &
  Partial<Pick<Campaign, 'contactListId' | 'tagId' | 'scheduledAt'>>

function copy(ctx: CompanyContext, before: Campaign, source: Source) {
  const texts = Object.fromEntries(messageFieldNames.map((field) => [field, before[field]]))
  const { confirmation, templates, connectionId, userId, queueId, openTicket, statusTicket } = before
  const { id } = campaignRecords.insert(ctx, {
    ...texts,
    templates,
    confirmation,
    connectionId,
    userId,
    queueId,
    openTicket,
    statusTicket,
    ...source,
    status: 'INATIVA',
  })
  copyFile(ctx, before, id)
  recordEvent(ctx, 'campaign.created', {}, { campaignId: id })
  return presentCampaign(ctx, getCampaign(ctx, id))
}

function copyFile(ctx: CompanyContext, { mediaId }: Campaign, campaignId: number) {
  const media = findMedia(ctx, mediaId)
  const file = media && stageAgain(ctx, media)
  if (!file) return
  const { id } = recordFile(ctx, file, 'campaign', campaignId)
  ctx.db.update(campaignTable).set({ mediaId: id }).where(eq(campaignTable.id, campaignId)).run()
}
