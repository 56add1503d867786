import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { UserGuard } from '../../kernel/http/user-guard'
import { phraseTestCalls } from './phrase.calls'
import { createFlowCampaign, testPhrase, updateFlowCampaign } from './phrase.commands'
import { flowCampaignRecords, listFlowCampaigns } from './phrase.record'

export const flowCampaigns = flowCampaignRecords.answering({
  'GET /flowcampaign': ({ ctx, query }) => listFlowCampaigns(ctx, query),
  'GET /flowcampaign/:id': ({ ctx, params }) => ({ details: flowCampaignRecords.view(ctx, params.id) }),
  'POST /flowcampaign': ({ ctx, body }) => createFlowCampaign(ctx, body),
  'PUT /flowcampaign': ({ ctx, body }) => updateFlowCampaign(ctx, body),
})

export function phraseTestRoutes(guard: UserGuard) {
  return answerCalls(new Elysia({ name: 'phrase-test' }).use(guard), phraseTestCalls, {
    'POST /flowcampaign/test': ({ ctx, body }) => {
      flowCampaignRecords.assertMayRead(ctx)
      return testPhrase(ctx, body.text, body.whatsappId)
    },
  })
}
