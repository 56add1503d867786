import type { PreviewCampaignBody } from '../../src/campaign/campaign.contract'

export type PlannedCampaign = PreviewCampaignBody & { name: string; mediaName?: string | null }
