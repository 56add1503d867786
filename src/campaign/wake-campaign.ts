import type { CompanyContext } from '../kernel/company-context'
import { bringJobForward, cancelJob, enqueueJob } from '../kernel/jobs'
import './campaign.jobs.types'

const stepKey = (campaignId: number) => `campaign ${campaignId}`

/** Makes the campaign's step run now; one that is running runs again. */
export function wakeCampaign(ctx: CompanyContext, campaignId: number) {
  const dedupeKey = stepKey(campaignId)
  enqueueJob(ctx, 'campaign.step', { campaignId }, { dedupeKey })
  bringJobForward(ctx, dedupeKey)
}

/** Ends the campaign's steps. One that is running finds that it may no longer send. */
export function endSteps(ctx: CompanyContext, campaignId: number) {
  cancelJob(ctx, stepKey(campaignId))
}
