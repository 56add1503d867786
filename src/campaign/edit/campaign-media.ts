import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { storeUpload, discardUpload, assignUpload, findUpload } from '../../kernel/file/waiting-upload'
import { assertMayManageCampaigns } from './campaign-settings'

export async function uploadCampaignMedia(ctx: CompanyContext, file: File) {
  assertMayManageCampaigns(ctx)
  return storeUpload(ctx, file, {
    kind: 'campaign',
    fileBytesMax: channelRules.whatsapp.fileBytesMax,
    dropLater: (mediaId, runAt) => enqueueJob(ctx, 'campaign.discardUpload', { mediaId }, { runAt }),
  })
}

/** @throws Refusal ERR_INVALID_INPUT for another campaign's */
export const takeCampaignMedia = (ctx: CompanyContext, campaignId: number, mediaPath: string) =>
  assignUpload(ctx, { kind: 'campaign', ownerId: campaignId, mediaPath })

export function findCampaignMedia(ctx: CompanyContext, campaignId: number | null, mediaPath: string | null) {
  return mediaPath === null ? undefined : findUpload(ctx, { kind: 'campaign', ownerId: campaignId ?? 0, mediaPath })
}

export const dropCampaignUploadJob: LocalJob<'campaign.discardUpload'> = {
  attemptsMax: 3,
  run: (ctx, { mediaId }) => discardUpload(ctx, 'campaign', mediaId),
}
