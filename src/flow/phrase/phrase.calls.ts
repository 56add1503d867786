import * as v from 'valibot'
import { defineCalls, Done } from '../../kernel/http/calls'
import { IdParams } from '../../kernel/http/request-parts'
import { FlowListQuery } from '../edit/flow-body.contract'
import { FlowCampaignBody, TestPhraseBody, UpdateFlowCampaignBody } from './phrase.contract'

/** Phrases that start a flow, in answers and live events. */
export const FlowCampaignView = v.object({
  id: v.number(),
  name: v.string(),
  flowId: v.number(),
  flow: v.nullable(v.object({ id: v.number(), name: v.string(), active: v.boolean() })),
  whatsappId: v.nullable(v.number()),
  whatsapp: v.nullable(v.object({ id: v.number(), name: v.string() })),
  phrase: v.string(),
  status: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type FlowCampaignView = v.InferOutput<typeof FlowCampaignView>

/** What a text would start; null without a match. `flow` is the active one that starts, if any. */
const PhraseTest = v.object({
  campaign: v.nullable(FlowCampaignView),
  flow: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type PhraseTest = v.InferOutput<typeof PhraseTest>

export const flowCampaignCalls = defineCalls({
  'GET /flowcampaign': {
    query: FlowListQuery,
    answer: v.object({ flow: v.array(FlowCampaignView), hasMore: v.boolean(), count: v.number() }),
  },
  'GET /flowcampaign/:id': { params: IdParams, answer: v.object({ details: FlowCampaignView }) },
  'POST /flowcampaign': { body: FlowCampaignBody, answer: FlowCampaignView },
  'POST /flowcampaign/test': { body: TestPhraseBody, limits: { jsonBytesMax: 256 * 1024 }, answer: PhraseTest },
  'PUT /flowcampaign': { body: UpdateFlowCampaignBody, answer: FlowCampaignView },
  'DELETE /flowcampaign/:id': { params: IdParams, answer: Done },
})

declare module '../../kernel/record/record-change.contract' {
  interface Records {
    flowCampaign: FlowCampaignView
  }
}
