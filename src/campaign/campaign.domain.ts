import type { Domain } from '../platform/domain'
import { dropCampaignUploadJob } from './campaign-media'
import { acknowledgeJob } from './acknowledge-opt-out'
import { announceCampaignJob, campaignLive, campaignWarningLive } from './campaign.live'
import { canManageCampaigns } from './campaign.policy'
import { campaignReactions } from './campaign.reactions'
import { campaignRoutes } from './campaign.routes'
import { startCampaignJob } from './campaign-status'
import { expandCampaignJob } from './expand-campaign'
import { campaignStepJob } from './run-step'
import { eraseCampaignJob } from './save-campaign'

export const campaignDomain: Domain = {
  name: 'campaign',
  routes: ({ guard }) => campaignRoutes(guard),
  reactions: campaignReactions,
  presenters: [campaignLive, campaignWarningLive],
  mediaGuards: { campaign: (ctx) => canManageCampaigns(ctx.actor) },
  jobs: {
    'campaign.start': startCampaignJob,
    'campaign.expand': expandCampaignJob,
    'campaign.step': campaignStepJob,
    'campaign.announce': announceCampaignJob,
    'campaign.acknowledge': acknowledgeJob,
    'campaign.erase': eraseCampaignJob,
    'campaign.discardUpload': dropCampaignUploadJob,
  },
}
