import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import { refuse } from '../../kernel/errors'
import { requirePlan } from '../../kernel/company/require-plan'
import type { UserGuard } from '../../kernel/http/user-guard'
import { canEditFlows } from '../flow.policy'
import { flowCampaignCalls } from './phrase.calls'
import { createFlowCampaign, testPhrase, updateFlowCampaign } from './phrase.commands'
import { flowCampaignRecords, listFlowCampaigns } from './phrase.records'

export function flowCampaignRoutes(guard: UserGuard) {
  const app = new Elysia({ name: 'flow-campaign-routes' }).use(guard).derive(({ ctx, request }) => {
    const writes = request.method === 'PUT' || request.method === 'DELETE'
    if (writes && !canEditFlows(ctx.actor)) refuse('ERR_NO_PERMISSION')
    requirePlan(ctx, 'useIntegrations')
  })
  return answerCalls(app, flowCampaignCalls, {
    'GET /flowcampaign': ({ ctx, query }) => listFlowCampaigns(ctx, query),
    'GET /flowcampaign/:id': ({ ctx, params }) => ({ details: flowCampaignRecords.view(ctx, params.id) }),
    'POST /flowcampaign': ({ ctx, body }) => {
      if (!canEditFlows(ctx.actor)) refuse('ERR_NO_PERMISSION')
      return createFlowCampaign(ctx, body)
    },
    'POST /flowcampaign/test': ({ ctx, body }) => testPhrase(ctx, body.text, body.whatsappId),
    'PUT /flowcampaign': ({ ctx, body }) => updateFlowCampaign(ctx, body),
    'DELETE /flowcampaign/:id': ({ ctx, params }) => flowCampaignRecords.remove(ctx, params.id),
  })
}
