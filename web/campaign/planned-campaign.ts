import type { PreviewCampaignBody } from '../../src/campaign/campaign.contract'

/** A campaign as it is, or as it would be saved. */
export type PlannedCampaign = PreviewCampaignBody & { name: string; mediaName?: string | null }
