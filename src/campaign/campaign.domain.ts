import type { Domain } from '../platform/domain'
import { campaignPerson } from './campaign.person'
import { acknowledgeJob } from './answer/acknowledge-opt-out'
import { announceCampaignJob, campaignLive, campaignWarningLive } from './campaign.live'
import { canManageCampaigns } from './campaign.policy'
import { campaignReactions } from './campaign.reactions'
import { startCampaignJob, cancelCampaign, restartCampaign, startCampaign } from './run/campaign-status'
import { expandCampaignJob } from './run/expand-campaign'
import { campaignStepJob } from './run/run-step'
import {
  eraseCampaignJob,
  assertEditable,
  createCampaign,
  deleteCampaign,
  setCampaignMedia,
  updateCampaign,
  dropCampaignUploadJob,
  uploadCampaignMedia,
} from './edit/save-campaign'
import { campaignCalls, CampaignView } from './campaign.calls'
import { isTagOfCampaign, campaignRecords, getCampaign, listCampaignCharges, presentCampaign } from './campaign.queries'
import { Elysia } from 'elysia'
import { answerCalls } from '../kernel/http/answer-calls'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuseOtherCompany } from '../kernel/http/request-parts'
import type { UserGuard } from '../kernel/http/user-guard'
import { duplicateCampaign, retryFailed } from './edit/copy-campaign'
import { listConnectionLimits, setConnectionLimit } from './run/campaign-pace'
import { assertMayManageCampaigns, listCampaignSettings, saveCampaignSettings } from './edit/campaign-settings'
import { previewCampaign } from './edit/preview-campaign'
import { sendTest } from './edit/send-test'
import { finishOf, messagesLeft } from './run/forecast'
import { countUnconfirmed } from './run/candidates.view'
import { makeListFromReport } from './report/list-from-report'
import { exportRecipients, listRecipients } from './report/recipients'
import { reportTexts } from './report/report-texts'

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
  person: campaignPerson,
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

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'campaign.started': { campaignId: number }
    'campaign.cancelled': { campaignId: number; reason: string }
    'campaign.restarted': { campaignId: number }
    'campaign.warned': { connectionId: number; campaignIds: number[]; reason: string }
    'campaign.warningEnded': { connectionId: number; campaignIds: number[] }
    'campaign.finished': { campaignId: number }
    'campaign.settingsChanged': { keys: string[] }
  }
}

function campaignRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'campaign-routes' }).use(guard), campaignCalls, {
    'GET /campaigns': ({ ctx, query }) => {
      refuseOtherCompany(ctx, query.companyId)
      assertMayManageCampaigns(ctx)
      const { rows, ...page } = campaignRecords.listPage(ctx, query)
      return { records: rows.map((campaign) => presentCampaign(ctx, campaign)), ...page }
    },
    'POST /campaigns/preview': ({ ctx, body }) => previewCampaign(ctx, body),
    'POST /campaigns/test': ({ ctx, body }) => sendTest(ctx, body),
    'POST /campaigns/media-upload': ({ ctx, body }) => uploadCampaignMedia(ctx, body.file),
    'GET /campaigns/:id': ({ ctx, params, query }) => presentReport(ctx, params.id, query),
    'GET /campaigns/:id/recipients': ({ ctx, params, query }) => listRecipients(ctx, params.id, query),
    'GET /campaigns/:id/file': ({ ctx, params }) => exportRecipients(ctx, params.id),
    'POST /campaigns': ({ ctx, body }) => createCampaign(ctx, body),
    'PUT /campaigns/:id': ({ ctx, params, body }) => updateCampaign(ctx, params.id, body),
    'DELETE /campaigns/:id': ({ ctx, params }) => {
      deleteCampaign(ctx, params.id)
      return { ok: true }
    },
    'POST /campaigns/:id/start': ({ ctx, params }) => startCampaign(ctx, params.id),
    'POST /campaigns/:id/cancel': ({ ctx, params }) => cancelCampaign(ctx, params.id),
    'POST /campaigns/:id/restart': ({ ctx, params }) => restartCampaign(ctx, params.id),
    'POST /campaigns/:id/duplicate': ({ ctx, params }) => duplicateCampaign(ctx, params.id, textsOf(ctx).copyName),
    'POST /campaigns/:id/retry': ({ ctx, params }) => retryFailed(ctx, params.id, textsOf(ctx).retryName),
    'POST /campaigns/:id/contact-list': ({ ctx, params, body }) => makeListFromReport(ctx, params.id, body),
    'POST /campaigns/:id/media-upload': async ({ ctx, params, body }) => {
      assertMayManageCampaigns(ctx)
      assertEditable(ctx, getCampaign(ctx, params.id))
      const { mediaPath } = await uploadCampaignMedia(ctx, body.file)
      return setCampaignMedia(createContext(ctx.company, ctx.actor), params.id, mediaPath)
    },
    'DELETE /campaigns/:id/media-upload': ({ ctx, params }) => setCampaignMedia(ctx, params.id, null),
    'GET /campaign-settings': ({ ctx }) => listCampaignSettings(ctx),
    'POST /campaign-settings': ({ ctx, body }) => {
      saveCampaignSettings(ctx, body.settings)
      return listCampaignSettings(ctx)
    },
    'GET /campaign-settings/connections': ({ ctx }) => listConnectionLimits(ctx),
    'POST /campaign-settings/connections': ({ ctx, body }) => {
      setConnectionLimit(ctx, body.whatsappId, body.dailyLimit)
      return listConnectionLimits(ctx)
    },
  })
}

const textsOf = (ctx: CompanyContext) => reportTexts[ctx.company.services.about(ctx.company.id).language]

async function presentReport(
  ctx: CompanyContext,
  id: number,
  query: { shipping: boolean | undefined; pageNumber: number },
) {
  assertMayManageCampaigns(ctx)
  const campaign = getCampaign(ctx, id)
  const report = {
    ...presentCampaign(ctx, campaign),
    finishesAt: (await finishOf(ctx, campaign))?.toISOString() ?? null,
    remainingCount: messagesLeft(ctx, campaign),
    unconfirmedCount: countUnconfirmed(ctx, id),
    charges: listCampaignCharges(ctx, id),
  }
  if (!query.shipping) return report
  const all = { searchParam: '', state: '' as const, after: undefined, pageNumber: query.pageNumber }
  const { records: shipping, hasMore } = listRecipients(ctx, id, all)
  return { ...report, shipping, hasMore }
}
