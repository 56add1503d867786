import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { TestPhraseBody } from './phrase.contract'
import { FlowCampaignView } from './phrase.record'

const PhraseTest = v.object({
  campaign: v.nullable(FlowCampaignView),
  flow: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type PhraseTest = v.InferOutput<typeof PhraseTest>

export const phraseTestCalls = defineCalls({
  'POST /flowcampaign/test': { body: TestPhraseBody, limits: { jsonBytesMax: 256 * 1024 }, answer: PhraseTest },
})
