import type { Domain } from '../platform/domain'
import { dropCampaignUploadJob } from './edit/campaign-media'
import { acknowledgeJob } from './answer/acknowledge-opt-out'
import { announceCampaignJob, campaignLive, campaignWarningLive } from './campaign.live'
import { canManageCampaigns } from './campaign.policy'
import { campaignReactions } from './campaign.reactions'
import { campaignRoutes } from './campaign.routes'
import { startCampaignJob } from './run/campaign-status'
import { expandCampaignJob } from './run/expand-campaign'
import { campaignStepJob } from './run/run-step'
import { eraseCampaignJob } from './edit/save-campaign'
import { campaignCalls, CampaignView } from './campaign.calls'
import { isTagOfCampaign } from './campaign.queries'

export const campaignDomain = {
  name: 'campaign',
  calls: campaignCalls,
  views: { CampaignView },
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
  ports: { tagUses: [isTagOfCampaign] },
} satisfies Domain

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    /** `at`: ms since 1970; a changed time has its own job. */
    'campaign.start': { campaignId: number; at: number }
    'campaign.expand': { campaignId: number }
    'campaign.step': { campaignId: number }
    'campaign.announce': { campaignId: number }
    'campaign.acknowledge': { suppressionId: number; contactId: number; connectionId: number }
    'campaign.erase': { campaignId: number }
    'campaign.discardUpload': { mediaId: number }
  }
}
