import { channelRules } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { enqueueJob, type LocalJob } from '../../kernel/job/jobs'
import { storeUpload, discardUpload, assignUpload, findUpload } from '../../kernel/file/waiting-upload'
import { assertMayManageCampaigns } from './campaign-settings'

/** Stores a file for a campaign to be saved. @throws Refusal ERR_FILE_TOO_LARGE, ERR_INVALID_INPUT when empty */
export async function uploadCampaignMedia(ctx: CompanyContext, file: File) {
  assertMayManageCampaigns(ctx)
  return storeUpload(ctx, file, {
    kind: 'campaign',
    fileBytesMax: channelRules.whatsapp.fileBytesMax,
    dropLater: (mediaId, runAt) => enqueueJob(ctx, 'campaign.discardUpload', { mediaId }, { runAt }),
  })
}

/** @throws Refusal ERR_INVALID_INPUT for a file that is another campaign's */
export const takeCampaignMedia = (ctx: CompanyContext, campaignId: number, mediaPath: string) =>
  assignUpload(ctx, { kind: 'campaign', ownerId: campaignId, mediaPath })

/** Returns the file of the campaign, or one that waits to be used by any. */
export function findCampaignMedia(ctx: CompanyContext, campaignId: number | null, mediaPath: string | null) {
  return mediaPath === null ? undefined : findUpload(ctx, { kind: 'campaign', ownerId: campaignId ?? 0, mediaPath })
}

export const dropCampaignUploadJob: LocalJob<'campaign.discardUpload'> = {
  attemptsMax: 3,
  run: (ctx, { mediaId }) => discardUpload(ctx, 'campaign', mediaId),
}
